/// Dimensions that both models share; ``E5Shape`` has those of the other that differ. They are those of
/// all-MiniLM-L6-v2, a BERT of six layers: `config.json` and `sentence_bert_config.json` of
/// https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2.
enum EncoderShape {
    static let vocabulary = 30_522
    static let positions = 512
    static let layers = 6
    static let heads = 12
    static let width = 384
    static let headWidth = width / heads
    static let innerWidth = 1_536
    static let normalizationEpsilon: Float = 1e-12
    /// Including start and end. The model was trained with so many pieces, though it has more positions.
    static let longestText = 256
}
