/// The measures of all-MiniLM-L6-v2, a BERT of six layers.
///
/// The model: https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2 (`config.json`,
/// `sentence_bert_config.json`).
enum EncoderShape {
    static let vocabulary = 30_522
    static let positions = 512
    static let layers = 6
    static let heads = 12
    static let width = 384
    static let headWidth = width / heads
    static let innerWidth = 1_536
    static let normalizationEpsilon: Float = 1e-12
    /// Pieces of a text, with those for start and end: the model was trained with so many, though it has more
    /// positions.
    static let longestText = 256
}
