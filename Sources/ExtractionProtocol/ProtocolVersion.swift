/// Versions that decide whether two programs understand each other and whether stored results are still current.
package enum ProtocolVersion {
    /// The version of the frames. Both programs are installed together, so a difference means a broken installation.
    package static let frames: UInt8 = 8

    /// Goes up when the same bytes would be read into another text: older text layers are read again, bundle by bundle.
    package static let extractor = 4

    /// Goes up when the same bundle would give other documents, metadata or texts than those of the PDFs themselves: a
    /// bundle that is not a PDF is then opened again.
    package static let bundles = 6

    /// Goes up when the same page image would be recognised as another text: preparation of the image, choice of
    /// resolution, what is kept of its words. Text recognised by an older version is recognised again, which takes
    /// nights for a large archive. Words kept of the layer do not count: pages get them when they are recognised.
    package static let recognition = 1

    /// Goes up when the same page would be drawn otherwise, or its words elsewhere: what was kept is then passed over.
    package static let drawing = 3
}
