/// The numbers of frames whose size depends on limits.
enum FrameKind {
    static let greeting: UInt8 = 2
    static let document: UInt8 = 5
    static let page: UInt8 = 6
}
