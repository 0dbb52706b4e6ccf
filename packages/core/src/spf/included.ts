import type { SpfNode, SpfTree } from './value.ts'

/**
 * The domains whose SPF records a record draws in by `include:` and `redirect=` (RFC 7208 sections 5.2 and 6.1), at every
 * depth, each once, in the order of evaluation. Terms that could not be followed name none.
 */
export function includedDomains(tree: SpfTree): string[] {
  const domains = new Set<string>()
  const visit = (node: SpfNode): void => {
    for (const { child } of node.terms) {
      if (child === null) continue
      domains.add(child.domain)
      visit(child)
    }
  }
  visit(tree.root)
  return [...domains]
}
