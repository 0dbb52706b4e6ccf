import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { SectionState } from './report.ts'
import { nothingThere } from './scan.fixture.ts'
import { BrokenDnssecTag } from './section-notes.tsx'

afterEach(cleanup)

const broken: SectionState = { ...nothingThere.sections.mx, bogus: true }

function tagOf(section: SectionState, word: string): string {
  return render(<BrokenDnssecTag sections={[section]} statuses={[{ word }]} />).container.textContent
}

it.each([
  [broken, 'Found', 'DNSSEC broken'],
  [broken, 'DNSSEC broken', ''],
  [broken, 'SPF: DNSSEC broken', ''],
  [broken, 'MX: DNSSEC broken', ''],
  [nothingThere.sections.mx, 'Found', ''],
])('broken DNSSEC is said once in a title line', (section, word, shown) => {
  expect(tagOf(section, word)).toBe(shown)
})
