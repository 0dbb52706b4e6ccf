/** The screens and states to look at (screen-manifest.data.ts), with their widths and themes. `npm run screens` renders them all. */
import type { SceneName } from './scenes/index.ts'

export const widths = [1280, 390] as const
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
 * At which widths axe examines a row, as for themes: `npm test` takes them in turn, two rows each. Axe takes as long as
 * everything else that is looked at in a row.
 */
export function axeWidthsOfRow(index: number, all: boolean): readonly Width[] {
  return all ? widths : [Math.floor(index / 2) % 2 === 0 ? widths[0] : widths[1]]
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
    | '/dns-history'
    | '/headers'
    | '/chat'
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
