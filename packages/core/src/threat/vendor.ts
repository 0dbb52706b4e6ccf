/** A vendor's reputation: 1 Trusted, 2 Reliable, 3 Lesser-Known. */
export type VendorTier = 1 | 2 | 3

export const vendorTierLabels: { readonly [T in VendorTier]: string } = {
  1: 'Trusted',
  2: 'Reliable',
  3: 'Lesser-Known',
}

const named: readonly { tier: VendorTier; words: readonly string[] }[] = [
  { tier: 1, words: ['google', 'kaspersky', 'bitdefender', 'eset'] },
  { tier: 2, words: ['avast', 'malwarebytes'] },
]

/**
 * The tier of a vendor by its name: names with Google, Kaspersky, BitDefender or ESET are Trusted, with Avast or
 * Malwarebytes Reliable, all others Lesser-Known. The same rule on every screen.
 */
export function vendorTier(name: string): VendorTier {
  const lower = name.toLowerCase()
  return named.find(({ words }) => words.some(word => lower.includes(word)))?.tier ?? 3
}
