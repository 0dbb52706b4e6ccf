/** Numbers from 0 up to 1 that only the seed and the question decide: the first for a question, the second, and so on. */
export function dice(seed: number): (question: string) => number {
  const asked = new Map<string, number>()
  return question => {
    const n = (asked.get(question) ?? 0) + 1
    asked.set(question, n)
    return hash(`${seed} ${question} ${n}`) / 2 ** 32
  }
}

export function shuffled<T>(items: readonly T[], chance: () => number): T[] {
  return items
    .map(item => [chance(), item] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item)
}

/** FNV-1a with a final mix, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
