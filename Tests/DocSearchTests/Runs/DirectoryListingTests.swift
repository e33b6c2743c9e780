import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

@Suite struct DirectoryListingTests {
    @Test func aFolderIsListedWithAllNamesInTheOrderOfTheirBytes() throws {
        let folder = try TemporaryFolder()
        for name in ["b.pdf", "A.pdf", "a.pdf"] { try folder.write(Data(), to: name) }
        let listing = try DirectoryListing(path: folder.path)
        #expect(listing.indices.map(listing.name) == ["A.pdf", "a.pdf", "b.pdf"])
    }

    /// A disk that fails in the middle of the names must not make the rest of them look gone.
    @Test func listingAFolderFailsWhenNamesCannotBeReadToTheEnd() throws {
        let folder = try TemporaryFolder()
        let directory = try #require(opendir(folder.path))
        let other = open("/dev/null", O_RDONLY | O_CLOEXEC)
        #expect(dup2(other, dirfd(directory)) == dirfd(directory))
        close(other)
        let error = #expect(throws: DocSearchError.self) {
            try DirectoryListing(directory, folder.path)
        }
        #expect(error?.code == .failed)
        #expect(error?.item == folder.path)
    }
}
