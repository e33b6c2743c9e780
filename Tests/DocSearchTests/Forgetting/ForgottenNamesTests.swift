import Foundation
import GRDB
import Testing

@testable import DocSearch

@Suite("Names of what is forgotten")
struct ForgottenNamesTests {
    @Test(arguments: [
        ("note: b.pdf", "note: …"), ("tag +x: b.pdf", "tag +x: …"), ("attach b.pdf: c.pdf", "attach …: c.pdf"),
        ("attach b.pdf: b.pdf", "attach …: …"), ("drop deep/b.pdf", nil), ("note: b.pdf.zip", nil),
        ("edit title: a b.pdf", "edit title: …"), ("b.pdf", nil), ("", nil), ("tag +é: ü b.pdf: x", "tag +é: …: x"),
    ])
    func forgottenNamesAreRemovedAsWholeWords(sentence: String, rest: String?) {
        let names = ForgottenNames(["b.pdf", "a b.pdf", "ü b.pdf", ""])
        #expect(names.removed(from: sentence) == rest)
    }

    /// Annotations of a chain of subjects, each of which was given those of the one before, and as many of other
    /// documents.
    @Test func formerSubjectsAreFoundInOnePassThroughTheJournal() throws {
        var configuration = Configuration()
        configuration.prepareDatabase(DatabaseOpening.prepare)
        let queue = try DatabaseQueue(configuration: configuration)
        try UserSchema.migrator().migrate(queue)
        let history = try queue.write { db in
            for id in 1...6 {
                try db.execute(
                    sql: "INSERT INTO subject VALUES (?, '', '', 'a', NULL, '', ?)", arguments: [id, id])
            }
            let writer = AnnotationWriter(db, action: "tag", author: "ada")
            let annotation = Annotation(kind: .tag, value: "x", author: "ada", time: 1)
            try writer.add(annotation, of: 1)
            for subject in Int64(1)...2 {
                let stored = try #require(try writer.annotation(annotation.id))
                #expect(stored.subject == subject)
                try writer.move(stored, to: subject + 1)
            }
            let other = Annotation(kind: .tag, value: "y", author: "ada", time: 1)
            try writer.add(other, of: 4)
            try writer.move(try #require(try writer.annotation(other.id)), to: 5)
            try writer.finish()
            return try SubjectHistory(db)
        }
        #expect(history.former(of: [3]) == [1, 2])
        #expect(history.former(of: [5]) == [4])
        #expect(history.former(of: [3, 5]) == [1, 2, 4])
        #expect(history.former(of: [1]) == [], "its decision is another's now")
        #expect(history.former(of: [6]) == [])
        #expect(history.former(of: []) == [])
    }
}
