import Foundation

/// Assigns bundles to threads, and returns descriptions in the order of the bundles.
///
/// `@unchecked Sendable`: all state is accessed with `condition` locked.
final class InspectionQueue: @unchecked Sendable {
    private let condition = NSCondition()
    private var search: BundleSearch
    private var taken = 0
    private var given = 0
    private var descriptions: [Int: (bundle: BundleSearch.Found, description: BundleDescription)] = [:]
    private var linksInBundles = 0
    private var isExhausted = false
    private var isClosed = false
    private var failure: DocSearchError?

    private static let window = 256

    init(_ paths: [String], _ rules: ExclusionRules, walksFolders: Bool) {
        search = BundleSearch(paths, rules, walksFolders: walksFolders)
    }

    func take() -> (number: Int, bundle: BundleSearch.Found)? {
        condition.lock()
        defer { condition.unlock() }
        while !isClosed, !isExhausted, taken - given >= Self.window { condition.wait() }
        if isClosed || isExhausted { return nil }
        guard let bundle = search.next() else {
            isExhausted = true
            condition.broadcast()
            return nil
        }
        defer { taken += 1 }
        return (taken, bundle)
    }

    func put(_ description: BundleDescription, of bundle: BundleSearch.Found, number: Int) {
        condition.withLock {
            descriptions[number] = (bundle, description)
            if number == given { condition.broadcast() }
        }
    }

    func count(symbolicLinks: Int) { condition.withLock { linksInBundles += symbolicLinks } }

    var symbolicLinks: Int { condition.withLock { search.symbolicLinks + linksInBundles } }

    func close(_ reason: DocSearchError? = nil) {
        condition.withLock {
            failure = failure ?? reason
            isClosed = true
            condition.broadcast()
        }
    }

    func nextDescription() throws -> (bundle: BundleSearch.Found, description: BundleDescription)? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let failure { throw failure }
            if let next = descriptions.removeValue(forKey: given) {
                given += 1
                // Threads waiting for room are woken half a window at a time.
                if given % (Self.window / 2) == 0 || taken == given { condition.broadcast() }
                return next
            }
            if isExhausted, given == taken { return nil }
            condition.wait()
        }
    }
}
