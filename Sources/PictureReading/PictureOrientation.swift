/// How the rows and columns of an image lie on its page: the values of the tag Orientation, which TIFF (6.0, section 8)
/// and Exif have in common. Named by where the first row is and where the first column is.
enum PictureOrientation: Int, CaseIterable {
    case topLeft = 1
    case topRight, bottomRight, bottomLeft, leftTop, rightTop, rightBottom, leftBottom

    /// Whether rows of the image are columns of the page.
    var isOnItsSide: Bool { rawValue >= Self.leftTop.rawValue }

    /// The matrix, as PDFs write it, that spreads an image over a page of this size. Images fill a square of one by one
    /// with their first row at its upper edge (ISO 32000-1, 8.9.5).
    func matrix(width: Double, height: Double) -> [Double] {
        switch self {
        case .topLeft: [width, 0, 0, height, 0, 0]
        case .topRight: [-width, 0, 0, height, width, 0]
        case .bottomRight: [-width, 0, 0, -height, width, height]
        case .bottomLeft: [width, 0, 0, -height, 0, height]
        case .leftTop: [0, -height, -width, 0, width, height]
        case .rightTop: [0, -height, width, 0, 0, height]
        case .rightBottom: [0, height, width, 0, 0, 0]
        case .leftBottom: [0, height, -width, 0, width, 0]
        }
    }
}
