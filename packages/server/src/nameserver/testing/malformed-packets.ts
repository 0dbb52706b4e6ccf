import { battery } from './battery.data.ts'

/**
 * Packets from a seed, the same each time: queries, those of the battery unless others are given, with bytes changed, cut, added, exchanged or repeated,
 * and bytes at random.
 */
export function* malformedPackets(
  seed: number,
  count: number,
  sources: readonly Buffer[] = battery.map(({ packet }) => packet),
): Generator<Buffer> {
  const random = randomFrom(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  const source = (): Buffer => Buffer.from(sources[below(sources.length)] ?? '')
  for (let i = 0; i < count; i++) {
    const kind = below(10)
    if (kind === 0) {
      yield Buffer.from(Array.from({ length: below(80) }, () => below(256)))
      continue
    }
    let packet = source()
    for (let times = 1 + below(3); times > 0; times--) {
      const at = below(packet.length + 1)
      switch (below(6)) {
        case 0:
          packet = packet.subarray(0, at)
          break
        case 1:
          packet = Buffer.concat([packet.subarray(0, at), Buffer.of(below(256)), packet.subarray(at)])
          break
        case 2:
          // Lengths, pointers and counts at their limits.
          if (at < packet.length) packet[at] = [0, 1, 0x3f, 0x40, 0x7f, 0x80, 0xc0, 0xff][below(8)] ?? 0
          break
        case 3:
          packet = Buffer.concat([packet, source().subarray(below(40))])
          break
        case 4:
          if (packet.length >= 12) packet.writeUInt16BE([0, 1, 2, 255, 65_535][below(5)] ?? 0, 4 + 2 * below(4))
          break
        default:
          if (at < packet.length) packet[at] = (packet[at] ?? 0) ^ (1 << below(8))
      }
    }
    yield packet
  }
}

/** Numbers from 0 to 1, the same for a seed (xorshift32). */
function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
