package enum ProtocolVersion {
    /// The frame version. Both programs are installed together, so a difference means a broken installation.
    package static let frames: UInt8 = 13

    /// Increases when the same bytes would give other text. Older text layers are then read again, bundle by bundle.
    package static let extractor = 13

    /// Increases when the same bundle would give other documents, metadata or texts than those of the PDFs themselves.
    /// Bundles other than PDFs are then read again.
    package static let bundles = 13

    /// Increases when the same page image would be recognised as other text: image preparation, choice of resolution,
    /// selection of words. Older recognised text is then recognised again, which takes nights for a large archive.
    /// Stored words of the layer do not count: pages get them when they are recognised.
    package static let recognition = 1

    /// Increases when the same page would be drawn differently, or its words elsewhere. Stored images are then ignored.
    package static let drawing = 3
}
