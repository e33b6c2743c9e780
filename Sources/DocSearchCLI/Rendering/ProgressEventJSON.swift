import DocSearch

/// An event of an index run as a JSON object; docs/command-line.md describes the members.
enum ProgressEventJSON {
    static func value(_ event: IndexingEvent) -> JSONOutput {
        let members: [(String, JSONOutput)] =
            switch event {
            case .rebuilding(let documents, let count):
                [
                    ("event", .string("rebuilding")), ("documents", .int(Int64(documents))),
                    ("of", .int(Int64(count))),
                ]
            case .started(let bundle): [("event", .string("started")), ("path", .string(bundle))]
            case .indexed(let document, let pages, let toRecognize):
                [
                    ("event", .string("indexed")), ("path", .string(document)), ("pages", .int(Int64(pages))),
                    ("to_recognize", .int(Int64(toRecognize))),
                ]
            case .recognizing(let pages): [("event", .string("recognizing")), ("pages", .int(Int64(pages)))]
            case .recognized(let document, let page):
                [("event", .string("recognized")), ("path", .string(document)), ("page", .int(Int64(page)))]
            case .removed(let bundle): [("event", .string("removed")), ("path", .string(bundle))]
            case .readAsBundle(let reading):
                [
                    ("event", .string("read_as_bundle")), ("path", .string(reading.path)),
                    ("format", .string(reading.format)),
                ]
            case .unsettled(let bundle): [("event", .string("unsettled")), ("path", .string(bundle))]
            case .skipped(let bundle, let reason):
                [("event", .string("skipped")), ("path", .string(bundle)), ("reason", .string(reason))]
            case .failed(let path, let page, let stage, let reason):
                [
                    ("event", .string("failed")), ("path", .string(path)), ("page", .optional(page)),
                    ("stage", .string(stage)), ("reason", .string(reason)),
                ]
            case .warning(let warning): [("event", .string("warning")), ("message", .string(warning.sentence))]
            case .finished(let report):
                [("event", .string("finished")), ("report", IndexReportJSON.value(report))]
            }
        return .object(members)
    }
}
