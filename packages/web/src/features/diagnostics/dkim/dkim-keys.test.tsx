import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Domain, ScanReply } from '../../../lib/queries.ts'
import { ReportProvider } from '../report-context.ts'
import { aFinding, withResults } from '../scan.fixture.ts'
import { DkimKeys } from './dkim-keys.tsx'

afterEach(cleanup)

const search: NonNullable<ScanReply['results']['dkim']> = {
  state: 'none-unsure',
  sure_because: null,
  tried: 172,
  dangling: [],
  unanswered: [],
  missing: [],
  wildcard: null,
  unguessable: [],
  names_below: false,
  parent: null,
  doubled: [],
}

/** What the card says of a search, above the keys. */
function said(
  dkim: Partial<typeof search>,
  findings: ScanReply['findings'] = [],
  results: Partial<ScanReply['results']> = {},
) {
  const scan = { ...withResults({ dkim: { ...search, ...dkim }, ...results }), findings }
  const domain = {} as Domain
  const visitor = { onSignUp: null, scope: null }
  render(
    <ReportProvider value={{ domain, scan, running: false, onScan: () => {}, visitor }}>
      <DkimKeys domain={domain} scan={scan} />
    </ReportProvider>,
  )
}

const finding = { ...aFinding, check: 'dkim' as const, points: -8 }

it('says that the keys are revoked, and not that none was found', () => {
  said({}, [
    { ...finding, id: 'dkim_revoked_only', title: 'All DKIM keys are revoked', meaning: 'Every key is revoked.' },
  ])
  expect(screen.getByText('All DKIM keys are revoked')).toBeTruthy()
  expect(screen.getByText('Every key is revoked.')).toBeTruthy()
  expect(screen.queryByText('No DKIM key found among known selectors')).toBeNull()
})

it('says once that a wildcard answers every selector, and not that its key counts for nothing', () => {
  const title = 'A wildcard answers every DKIM selector'
  const action = { kind: 'edit', name: '*._domainkey.example.com', type: 'TXT', adds: false, remove: null } as const
  said({ wildcard: { cnames: [], records: ['v=DKIM1; p=A'], revoked: false } }, [
    { ...finding, id: 'dkim_not_found_unsure', title, meaning: 'With one key.', action },
  ])
  expect(screen.getByText(title)).toBeTruthy()
  expect(screen.queryByText('Keys that only the wildcard returns do not count.')).toBeNull()
})

it('tells a domain that sends no mail that it needs no key', () => {
  const spf = { records: ['v=spf1 -all'], lookalikes: [], elsewhere: [], tree: null }
  said({ state: 'none-sure', sure_because: 'two-servers' }, [], { spf })
  expect(screen.getByText('The domain declares that it sends no mail, so it needs no key.')).toBeTruthy()
})

it('else says what was looked up', () => {
  said({}, [
    {
      ...finding,
      id: 'dkim_not_found_unsure',
      title: 'No DKIM key found among known selectors',
      meaning: 'x',
      action: { kind: 'selector' },
    },
  ])
  expect(screen.getByText(/We looked up 172 selectors/)).toBeTruthy()
})
