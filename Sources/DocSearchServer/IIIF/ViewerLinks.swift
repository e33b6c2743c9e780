/// Absolute addresses, because viewers request them from other sites.
struct ViewerLinks: Sendable {
    let base: String

    func manifest(_ id: Int64) -> String { "\(base)/iiif/presentation/3/\(id)/manifest" }
    func canvas(_ id: Int64, _ page: Int) -> String { "\(base)/iiif/presentation/3/\(id)/canvas/\(page)" }
    func range(_ id: Int64, _ number: Int) -> String { "\(base)/iiif/presentation/3/\(id)/range/\(number)" }
    func lines(_ id: Int64, _ page: Int) -> String { "\(base)/iiif/presentation/3/\(id)/lines/\(page)" }
    func said(_ id: Int64, _ page: Int) -> String { "\(base)/iiif/presentation/3/\(id)/said/\(page)" }
    func collection(_ part: Int? = nil) -> String {
        "\(base)/iiif/presentation/3/collection\(part.map { "/\($0)" } ?? "")"
    }
    func image(_ id: Int64, _ page: Int) -> String { "\(base)/iiif/image/3/\(id)-\(page)" }
    func search(_ version: Int, _ id: Int64) -> String { "\(base)/iiif/search/\(version)/\(id)" }
    func completion(_ version: Int, _ id: Int64) -> String { "\(base)/iiif/autocomplete/\(version)/\(id)" }

    func region(_ xywh: [Int], of id: Int64, page: Int) -> String {
        "\(canvas(id, page))#xywh=\(xywh.map(String.init).joined(separator: ","))"
    }
}
