import Foundation

struct PageTurn: Equatable {
    /// The original image, in pixels.
    let width: Int
    let height: Int
    /// The first turn, in degrees clockwise: 0, 90, 180 or 270.
    let quarter: Int
    /// The second turn, in degrees clockwise about the middle, on larger paper.
    let angle: Double
    /// The turned image, in pixels.
    let turnedWidth: Int
    let turnedHeight: Int

    /// An upright box in pixels of the original image and within it.
    func original(_ box: PixelBox) -> PixelBox {
        guard quarter != 0 || angle != 0 else { return box }
        let corners = [
            (box.left, box.top), (box.left + box.width, box.top), (box.left, box.top + box.height),
            (box.left + box.width, box.top + box.height),
        ].map { original(Double($0.0), Double($0.1)) }
        let left = inside(corners.map(\.0).min(), width).rounded(.down)
        let top = inside(corners.map(\.1).min(), height).rounded(.down)
        return PixelBox(
            left: Int(left), top: Int(top), width: Int(inside(corners.map(\.0).max(), width).rounded(.up) - left),
            height: Int(inside(corners.map(\.1).max(), height).rounded(.up) - top))
    }

    private func inside(_ value: Double?, _ limit: Int) -> Double { min(Double(limit), max(0, value ?? 0)) }

    private func original(_ x: Double, _ y: Double) -> (Double, Double) {
        let isSideways = quarter % 180 != 0
        let (middleX, middleY) =
            isSideways ? (Double(height) / 2, Double(width) / 2) : (Double(width) / 2, Double(height) / 2)
        let (fromX, fromY) = (x - Double(turnedWidth) / 2, y - Double(turnedHeight) / 2)
        let (cosine, sine) = (cos(angle * .pi / 180), sin(angle * .pi / 180))
        // Rows count downwards, so this turns counterclockwise.
        let upright = (middleX + fromX * cosine + fromY * sine, middleY - fromX * sine + fromY * cosine)
        return switch quarter {
        case 90: (upright.1, Double(height) - upright.0)
        case 180: (Double(width) - upright.0, Double(height) - upright.1)
        case 270: (Double(width) - upright.1, upright.0)
        default: upright
        }
    }
}

/// Pixels from the left and top edge of an image.
package struct PixelBox: Sendable, Equatable {
    package var left: Int
    package var top: Int
    package var width: Int
    package var height: Int
}
