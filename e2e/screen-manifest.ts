/** The screens and states to look at (screen-manifest.data.ts), with their widths and themes. `npm run screens` renders them all. */
import type { SceneName } from './scenes/index.ts'

/** A desktop, a large one, a tablet and a phone. */
export const widths = [1280, 1920, 768, 390] as const
/** Those at which axe examines a row: the layouts between have the same elements. */
export const axeWidths = [1280, 390] as const satisfies readonly Width[]
export const themes = ['light', 'dark'] as const

export type Width = (typeof widths)[number]
export type Theme = (typeof themes)[number]

/**
 * In which themes a row is looked at: in both with `npm test -- all` and `npm run screens`. `npm test` takes them in
 * turn, since a second theme costs a quarter of the run and seldom finds what the first one does not.
 */
export function themesOfRow(index: number, all: boolean): readonly [Theme, ...Theme[]] {
  return all ? themes : [index % 2 === 0 ? 'light' : 'dark']
}

/**
 * At which of its widths axe examines a row, as for themes: `npm test` takes them in turn, two rows each. Axe takes as long as
 * everything else that is looked at in a row.
 */
export function axeWidthsOfRow(index: number, all: boolean): readonly Width[] {
  return all ? axeWidths : [Math.floor(index / 2) % 2 === 0 ? axeWidths[0] : axeWidths[1]]
}

export interface ManifestRow {
  route:
    | '/'
    | '/dashboard'
    | '/domains'
    | '/diagnostics/{id}'
    | '/account'
    | '/billing/test/{id}'
    | '/terms'
    | '/privacy'
    | '/join'
    | '/alerts'
    | '/confirm-address'
    | '/unsubscribe'
    | '/shared/{token}'
    | '/check/{token}'
    | '/dns-history'
    | '/analytics'
    | '/headers'
    | '/chat'
    | '/api-reference'
    | '/tools'
    | '/tools/subdomain-spf'
    | '/tools/spf-flattening'
    | '/tools/spf-comparison'
    | '/tools/spf-builder'
    | '/spf-wizard/{id}'
    | '/tools/dmarc-builder'
    | '/dmarc-wizard/{id}'
    | 'unknown'
  state: string
  scene: SceneName
  /** The forms stored in docs/screens; other forms are rendered, checked and discarded. */
  kept?: readonly `${Width}-${Theme}`[]
}
