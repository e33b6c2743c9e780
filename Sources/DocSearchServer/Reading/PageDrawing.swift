import AnswerForms
import DocSearch
import Foundation

extension Site {
    /// Nil where the folder cannot be used; pages are shown without images then.
    static func pages(_ settings: SiteSettings, _ log: (String) -> Void) -> ArchivePages? {
        var options = ArchivePagesOptions()
        options.cacheFolder = settings.imageFolder ?? usualFolder(for: settings.index)
        if let limits = settings.configuration.limits { options.limits = limits }
        options.passwords = settings.passwords
        options.extractorPath = settings.extractorPath
        while true {
            do {
                let pages = try ArchivePages(ArchiveIndex(at: settings.index), options: options)
                do { try pages.noteCacheFolder() } catch let error as DocSearchError where error.code == .noIndex {
                    // It is done when there is a folder.
                } catch {
                    log("\"docsearch forget\" cannot remove the images of a document's pages: \(error)")
                }
                return pages
            } catch  where options.cacheFolder != nil {
                let reason = (error as? DocSearchError)?.message ?? "\(error)"
                log("Images of pages are not kept and are drawn each time: \(reason)")
                options.cacheFolder = nil
            } catch {
                log("Pages are shown without images: \(error)")
                return nil
            }
        }
    }

    /// XDG Base Directory Specification, or systemd's.
    private static func usualFolder(for index: String) -> String? {
        if let given = Environment.value("CACHE_DIRECTORY") { return given + "/pages" }
        let home = Environment.home.map { $0 + "/.cache" }
        return (Environment.value("XDG_CACHE_HOME") ?? home).map { "\($0)/docsearch/\(Secret.hash(index).prefix(16))" }
    }
}
