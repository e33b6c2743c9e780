/// The numbers of frames and of the request.
enum FrameKind: UInt8 {
    case request = 1
    case greeting, bundle, starting, document, page, problem, finished, image, file, fixity, need, drawn, contents
}
