/// Dimensions of multilingual-e5-small, a BERT of twelve layers, that differ from ``EncoderShape``: `config.json` of
/// https://huggingface.co/intfloat/multilingual-e5-small.
enum E5Shape {
    static let layers = 12
    /// The model has 250,037 rows; a file that says far more is not this model's.
    static let mostPieces = 1 << 20
    /// It was trained with these before texts that ask and texts that answer.
    static let questionPrefix = "query:"
    static let passagePrefix = "passage:"
}
