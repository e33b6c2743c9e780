import DocSearch
import DocSearchServer
import Foundation

/// Documents that everyone could see are closed while a server runs.
extension TwinArchives {
    enum Closing: String, CaseIterable {
        /// By what people say.
        case tagged, corrected, hidden
        /// By what a run reads: other metadata, and another path.
        case readAgain, moved
        /// By an earlier `user.sqlite` that is put in the place of another.
        case restored
    }

    /// What has not been closed in one of these ways. Of hidden documents it says nothing: they are not shown to strangers.
    static let filterOfLater = "-tag:=SHUT -author:warden -path:SH\u{DA}TAWAY/"

    /// What `whole` alone has is closed, or open again. `part` goes through the same changes, and has nothing to close.
    func close(_ isClosed: Bool, by closing: Closing) async throws {
        let documents = try closed(whole)
        switch closing {
        case .tagged:
            let (added, removed) = isClosed ? (["shut"], []) : ([], ["shut"])
            try whole.tag(documents, adding: added, removing: removed, by: "tests")
        case .corrected:
            for document in documents {
                let author: String? = isClosed ? "The Warden" : nil
                _ = try whole.correct(document, [.authors: author], by: "tests")
            }
        case .hidden: try whole.hide(documents, isClosed, by: "tests")
        case .readAgain:
            let tags = isClosed ? ["shut"] : []
            try writeClosed(tagged: tags)
            try writeAside(tagged: tags)
            for index in [whole, part] { try await update(index) }
        case .moved:
            // A bundle with an open document as well moves in both.
            for (twin, names) in [("whole", ["many.zip", "c\u{F3}py.zip", "aside.zip"]), ("part", ["aside.zip"])] {
                let closed = folder.path + "/\(twin)/closed"
                let away = closed + "/sh\u{FA}taway"
                try FileManager.default.createDirectory(atPath: away, withIntermediateDirectories: true)
                for name in names {
                    let (here, there) = ("\(closed)/\(name)", "\(away)/\(name)")
                    guard FileManager.default.fileExists(atPath: isClosed ? here : there) else { continue }
                    try FileManager.default.moveItem(atPath: isClosed ? here : there, toPath: isClosed ? there : here)
                }
            }
            for index in [whole, part] { try await update(index) }
        case .restored:
            let (name, path) = (isClosed ? "closed" : "open", whole.path + "/user.sqlite")
            for ending in ["", "-wal"] {
                let (copy, new) = (folder.path + "/user-\(name)" + ending, path + "-new")
                guard FileManager.default.fileExists(atPath: copy) else { continue }
                try FileManager.default.copyItem(atPath: copy, toPath: new)
                _ = rename(new, path + ending)
            }
        }
    }

    /// Makes what ``close(_:by:)`` needs before it is called the first time. All is open then.
    func prepare(_ closing: Closing) async throws {
        guard closing == .restored else {
            if closing == .hidden {
                // That nothing is hidden may be seen.
                try await hideClosed()
                try await close(false, by: .hidden)
            }
            return
        }
        let path = whole.path + "/user.sqlite"
        for (name, isClosed) in [("closed", true), ("open", false)] {
            try await close(isClosed, by: .tagged)
            for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: path + ending) {
                try FileManager.default.copyItem(atPath: path + ending, toPath: folder.path + "/user-\(name)" + ending)
            }
        }
    }

    /// Their names, which are listed, differ from server to server.
    func endLinks() throws {
        for index in [whole, part] where FileManager.default.fileExists(atPath: index.path + "/share-links") {
            try FileManager.default.removeItem(atPath: index.path + "/share-links")
        }
    }

    /// A server that has just started, for the one with the token `guest-later`, or for strangers where documents are hidden.
    func site(_ index: ArchiveIndex, of closing: Closing) throws -> Site {
        var settings = try settings(index)
        guard closing != .hidden else {
            settings.isPublic = true
            return Site(settings)
        }
        let visitor = Visitor(name: "guest", access: Self.filterOfLater, rights: Set(Visitor.Right.allCases))
        settings.tokens = TokenFile([.init(name: "guest", hash: Secret.hash("guest-later-token"), visitor: visitor)])
        return Site(settings)
    }
}
