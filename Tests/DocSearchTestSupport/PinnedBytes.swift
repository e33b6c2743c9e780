/// Bytes that stay where they are as long as the object lives.
public final class PinnedBytes {
    public let buffer: UnsafeRawBufferPointer

    public init(_ bytes: some Collection<UInt8>) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        copy.copyBytes(from: bytes)
        buffer = UnsafeRawBufferPointer(copy)
    }

    deinit { buffer.deallocate() }
}
