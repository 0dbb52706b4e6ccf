/** How well known a vendor is: 1 Trusted, 2 Reliable, 3 Lesser-Known. */
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
 * The tier of a vendor, by its name alone: what contains Google, Kaspersky, BitDefender or ESET is Trusted, Avast or
 * Malwarebytes Reliable, everything else Lesser-Known. The same rule on every screen.
 */
export function vendorTier(name: string): VendorTier {
  const lower = name.toLowerCase()
  return named.find(({ words }) => words.some(word => lower.includes(word)))?.tier ?? 3
}
