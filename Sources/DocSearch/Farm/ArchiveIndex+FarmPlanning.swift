import ExtractionProtocol
import Foundation

/// The result of planning.
package struct FarmPlanning: Sendable {
    package var plan: FarmPlan
    /// Packages that it has added, and what they are expected to take of one processor.
    package var packages = 0
    package var seconds = 0.0
    package var bundles = 0
    /// Pages that are known to wait for recognition.
    package var pages = 0
    /// Bundles that have not been read yet: how many pages they have is guessed.
    package var unread = 0
    /// Those of ``unread`` that may take longer than a package should. They cannot be divided.
    package var large = 0
}

extension ArchiveIndex {
    /// Looks through the remembered folders as a run does, changing nothing, and writes packages of what the index lacks
    /// into a shared folder, newest first. A second call adds packages of what is in none yet, and takes failed ones
    /// apart. `ended` are jobs as ``FarmPackages`` has them.
    package func planFarm(
        in folder: FarmFolder, taskSeconds: Double, pageSeconds: Double, ended: [String: String],
        options: IndexingOptions
    ) throws -> FarmPlanning {
        guard exists else { throw noIndex }
        guard options.ocr != .never else {
            throw DocSearchError(.usage, "With --ocr never there is nothing to recognise on other machines.")
        }
        let stop = StopFlag()
        guard let greeting = try ReaderSupply.greeting(options: options, stop: stop) else {
            throw DocSearchError(.failed, "docsearch-extract gave no answer.")
        }
        let stores = try IndexStores(reading: self.folder)
        let roots = try stores.user.roots()
        var plan = FarmPlan(
            name: UUID().uuidString, engines: FarmEngines(greeting), reading: FarmPlan.Reading(options),
            roots: roots.map { FarmPlan.Root(path: $0.path, isFile: $0.isFile, languages: $0.languages) },
            taskSeconds: taskSeconds, packages: 0)
        var taken = FarmTaken()
        if folder.hasPlan {
            let known = try folder.plan()
            try requireSame(plan, known)
            (plan.name, plan.packages, plan.replaced) = (known.name, known.packages, known.replaced)
            let packages = try FarmPackages(folder, known, ended: ended)
            for package in packages.all where !known.replaced.contains(package.number) {
                let isCollected = try package.isDone && isCollected(package, folder, known, stores)
                if isCollected { continue }
                let items = try folder.package(package.number, of: known).items
                if package.hasFailed {
                    plan.replaced.append(package.number)
                    taken.fail(items)
                } else {
                    taken.take(items)
                }
            }
        }
        var options = options
        options.dryRun = true
        let lacking = try FarmSurvey(stores: stores, options: options, greeting: greeting, stop: stop).items(roots)
            .compactMap(taken.rest)
        return try write(
            plan, lacking, taken, pageSeconds, generation: stores.pages.generation(), to: folder)
    }

    private func requireSame(_ plan: FarmPlan, _ known: FarmPlan) throws {
        try plan.engines.require(asInPlan: known.engines)
        guard plan.roots == known.roots, plan.reading == known.reading else {
            throw DocSearchError(
                .usage,
                "The folders, languages or limits of the index are not those of the plan that is there. "
                    + "Collect it, and plan in an empty folder.")
        }
    }

    private func isCollected(
        _ package: FarmPackages.Package, _ folder: FarmFolder, _ plan: FarmPlan, _ stores: IndexStores
    ) throws -> Bool {
        try package.attempts.contains { attempt in
            guard let mark = FarmMark(attempt.attempt, folder, plan) else { return false }
            return try stores.pages.hasMerged(mark)
        }
    }

    private func write(
        _ plan: FarmPlan, _ items: [FarmItem], _ taken: FarmTaken, _ pageSeconds: Double, generation: String,
        to folder: FarmFolder
    ) throws -> FarmPlanning {
        var planning = FarmPlanning(plan: plan)
        let packing = FarmPacking(taskSeconds: plan.taskSeconds, pageSeconds: pageSeconds)
        // Failed packages are divided, so that the one item that is at fault costs no others.
        let smaller = FarmPacking(taskSeconds: plan.taskSeconds / 4, pageSeconds: pageSeconds)
        let packages =
            packing.packages(of: items.filter { !taken.hasFailed($0) })
            + smaller.packages(of: items.filter(taken.hasFailed))
        try folder.create()
        for package in packages {
            planning.plan.packages += 1
            planning.seconds += package.seconds
            try folder.write(
                FarmPackage(
                    plan: plan.name, number: planning.plan.packages, generation: generation,
                    seconds: package.seconds, items: package.items))
        }
        planning.packages = packages.count
        planning.bundles = items.count
        for item in items {
            planning.pages += item.pageCount ?? 0
            guard item.pages == nil else { continue }
            planning.unread += 1
            if packing.seconds(item) > plan.taskSeconds { planning.large += 1 }
        }
        // The packages are there before the plan that counts them.
        try folder.write(planning.plan)
        return planning
    }
}

/// The bundles, and pages of bundles, that are in packages already.
struct FarmTaken {
    private struct Key: Hashable {
        var root: Int
        var path: ExactText
    }

    private var whole: Set<Key> = []
    private var pages: [Key: [String: IndexSet]] = [:]
    private var failed: Set<Key> = []

    mutating func take(_ items: [FarmItem]) {
        for item in items {
            let key = Key(root: item.root, path: ExactText(item.path))
            guard let ranges = item.pages else {
                whole.insert(key)
                continue
            }
            for (entry, ranges) in ranges {
                pages[key, default: [:]][entry, default: []].formUnion(FarmPacking.pages(ranges))
            }
        }
    }

    mutating func fail(_ items: [FarmItem]) {
        for item in items { failed.insert(Key(root: item.root, path: ExactText(item.path))) }
    }

    func hasFailed(_ item: FarmItem) -> Bool { failed.contains(Key(root: item.root, path: ExactText(item.path))) }

    /// The part of the item that is in no package.
    func rest(_ item: FarmItem) -> FarmItem? {
        let key = Key(root: item.root, path: ExactText(item.path))
        if whole.contains(key) { return nil }
        guard let known = pages[key], let wanted = item.pages else { return item }
        var rest = item
        rest.pages = [:]
        for (entry, ranges) in wanted {
            let left = FarmPacking.pages(ranges).subtracting(known[entry] ?? [])
            if !left.isEmpty { rest.pages?[entry] = FarmPacking.ranges(left) }
        }
        return rest.pages?.isEmpty == true ? nil : rest
    }
}
