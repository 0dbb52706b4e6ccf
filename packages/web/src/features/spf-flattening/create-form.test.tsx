import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { seeState } from '../../lib/see-state.fixture.ts'
import { aConfiguration } from './flattening.fixture.ts'
import { button, leave, manager, press, refused, shown, toasts } from './manager.fixture.tsx'

afterEach(leave)

const scanned = (record: string | null, fields: object = {}): Response =>
  Response.json({
    is_stale: false,
    scan_age_days: 0,
    results: { dns: { txt_records: record === null ? [] : [record] }, spf: {} },
    ...fields,
  })

const record = (): HTMLElement => screen.getByLabelText('Current SPF Record')
const type = (text: string): boolean => fireEvent.change(record(), { target: { value: text } })
const value = (text: string): Promise<void> => vi.waitFor(() => expect(record()).toHaveProperty('value', text))

async function open(): Promise<void> {
  press('New Configuration')
  await screen.findByLabelText('Domain')
  await screen.findByRole('option', { name: 'swan.example' })
}

const choose = (domain: string): boolean =>
  fireEvent.change(screen.getByLabelText('Domain'), { target: { value: domain } })

const scanOf = (domain: string): string => `GET /domains/${domain}/latest-scan`
const kiteRecord = 'v=spf1 include:_spf.mailhost.example -all'

describe('the create form', () => {
  it('loads the record of the chosen domain, and sends it with the wanted name', async () => {
    const created = aConfiguration()
    const sent = await manager({
      answers: {
        [scanOf('kite.example')]: [() => scanned(kiteRecord)],
        'POST /spf-flattening/flatten': [() => Response.json(created)],
      },
    })
    await open()
    choose('kite.example')
    await value(kiteRecord)
    await shown('SPF record loaded successfully! (scanned today)')
    screen.getByText('SPF record loaded. You can edit if needed.')
    const name = screen.getByText(/^kite-example-[a-z0-9]{6}\.waxseal\.email$/).textContent
    press('Create Configuration')
    await screen.findByRole('dialog', { name: 'SPF Flattening Configuration Created!' })
    expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
      customer_slug: name?.replace('.waxseal.email', ''),
      original_domain: 'kite.example',
      original_spf_record: kiteRecord,
    })
    press('Got It!')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByLabelText('Domain')).toBeNull()
  })

  it.each([
    [1, 'flattening-loaded-yesterday'],
    [4, 'flattening-loaded-older'],
  ] as const)('says that the scan is %s days old', async (days, state) => {
    await manager({ answers: { [scanOf('kite.example')]: [() => scanned(kiteRecord, { scan_age_days: days })] } })
    await open()
    choose('kite.example')
    await seeState(state)
  })

  it('ignores the answer for a domain that is not chosen any more', async () => {
    const { promise: late, resolve: answer } = Promise.withResolvers<Response>()
    await manager({
      answers: { [scanOf('kite.example')]: [() => late], [scanOf('swan.example')]: [() => scanned('v=spf1 mx -all')] },
    })
    await open()
    choose('kite.example')
    choose('swan.example')
    await value('v=spf1 mx -all')
    await act(async () => answer(scanned(kiteRecord)))
    await value('v=spf1 mx -all')
    expect(toasts()).toHaveLength(1)
  })

  it('ignores an answer after the screen was left', async () => {
    const { promise: late, resolve: answer } = Promise.withResolvers<Response>()
    await manager({ answers: { [scanOf('kite.example')]: [() => late] } })
    await open()
    choose('kite.example')
    cleanup()
    await act(async () => answer(scanned(kiteRecord)))
    expect(toasts()).toEqual([])
  })

  it('asks before it replaces what was typed', async () => {
    await manager({ answers: { [scanOf('kite.example')]: [() => scanned(kiteRecord)] } })
    await open()
    type('v=spf1 a -all')
    choose('kite.example')
    await screen.findByRole('alertdialog', { name: 'Replace the record you entered?' })
    press('Keep mine')
    await value('v=spf1 a -all')
    choose('')
    choose('kite.example')
    await screen.findByRole('alertdialog', { name: 'Replace the record you entered?' })
    press('Replace')
    await value(kiteRecord)
  })

  it('takes neither one of several records nor one that includes a hosted record', async () => {
    const hosted = 'v=spf1 include:kite-example-k3f9zq.waxseal.email -all'
    const several = { results: { dns: { txt_records: ['v=spf1 -all', 'v=spf1 mx -all'] }, spf: {} } }
    await manager({
      answers: {
        [scanOf('kite.example')]: [() => scanned(hosted)],
        [scanOf('swan.example')]: [() => scanned(null, several)],
      },
    })
    await open()
    choose('kite.example')
    await screen.findByText('The SPF record of kite.example already includes the hosted one')
    choose('swan.example')
    await screen.findByText('swan.example has several SPF records, so none was loaded')
    expect(record()).toHaveProperty('value', '')
    expect(toasts()).toEqual([])
  })

  it('says that there is none, and that the scan could not be fetched', async () => {
    await manager({
      answers: {
        [scanOf('kite.example')]: [() => scanned(null)],
        [scanOf('swan.example')]: [refused(400, 'validation', 'x')],
      },
    })
    await open()
    choose('kite.example')
    await shown('No SPF record found for this domain. Please enter it manually.')
    await seeState('flattening-none')
    choose('swan.example')
    await shown('Could not auto-fetch SPF record. Please enter it manually.')
    await seeState('flattening-fetch-failed')
  })

  it('offers a scan where there is none, runs it and loads its record', async () => {
    const sent = await manager({
      answers: {
        [scanOf('kite.example')]: [refused(404, 'no_scan', 'No scan results yet')],
        'POST /diagnostics/scan/kite.example': [
          () => scanned('v=spf1 mx -all', { finished_at: '2026-11-20T10:00:00Z' }),
        ],
      },
    })
    await open()
    choose('kite.example')
    const dialog = await screen.findByRole('alertdialog')
    within(dialog).getByText(/This may take 30-60 seconds/)
    await seeState('flattening-no-scan')
    press('Run Scan')
    await value('v=spf1 mx -all')
    await shown('SPF record loaded successfully! (scanned today)')
    expect(sent.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1)
  })

  it('asks for manual entry when the scan is declined, and when it fails', async () => {
    await manager({
      answers: {
        [scanOf('kite.example')]: [refused(404, 'no_scan', 'No scan results yet')],
        'POST /diagnostics/scan/kite.example': [refused(500, 'internal', 'x')],
      },
    })
    await open()
    choose('kite.example')
    fireEvent.click(await screen.findByRole('button', { name: 'Not now' }))
    await shown('Please enter the SPF record manually, or run a scan first.')
    await seeState('flattening-declined')
    choose('')
    choose('kite.example')
    fireEvent.click(await screen.findByRole('button', { name: 'Run Scan' }))
    await shown('Scan failed. Please try again or enter SPF record manually.')
    await seeState('flattening-scan-failed')
  })

  it('loads the record of an old scan, and offers a fresh one', async () => {
    const old = (): Response => scanned(kiteRecord, { is_stale: true, scan_age_days: 12 })
    await manager({ answers: { [scanOf('kite.example')]: [old] } })
    await open()
    choose('kite.example')
    within(await screen.findByRole('alertdialog')).getByText(/12 days old\. A fresh scan may take up to 60 seconds/)
    await seeState('flattening-stale')
    press('Not now')
    await value(kiteRecord)
  })

  it('says what is missing, and calls nothing', async () => {
    const sent = await manager()
    await open()
    expect(button('Create Configuration').getAttribute('aria-disabled')).toBe('true')
    press('Create Configuration')
    screen.getByText('Please select a domain')
    screen.getByText('SPF record is required')
    expect(toasts()).toEqual(['Please fix the errors in the form.'])
    type('include:_spf.mailhost.example -all')
    screen.getByText('SPF record must start with "v=spf1"')
    await seeState('flattening-no-spf')
    type('v=spf1 include:x.waxseal.email -all')
    screen.getByText(/x\.waxseal\.email, which is hosted here/)
    expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([])
  })

  it('stays when the server fails', async () => {
    await manager({ answers: { 'POST /spf-flattening/flatten': [() => Response.json({}, { status: 500 })] } })
    await open()
    choose('kite.example')
    type(kiteRecord)
    press('Create Configuration')
    await seeState('flattening-create-failed')
    expect(record()).toHaveProperty('value', kiteRecord)
  })

  it('shows the server’s sentence, in a toast and beside the record', async () => {
    const detail = 'The record has a loop'
    await manager({ answers: { 'POST /spf-flattening/flatten': [refused(400, 'validation', detail)] } })
    await open()
    choose('kite.example')
    type(kiteRecord)
    press('Create Configuration')
    await shown(detail)
    expect(screen.getByText(detail).getAttribute('id')).toBe(record().getAttribute('aria-describedby'))
  })

  it('is empty after Cancel, without the errors', async () => {
    await manager()
    await open()
    type('nonsense')
    press('Create Configuration')
    press('Cancel')
    expect(screen.queryByLabelText('Domain')).toBeNull()
    await open()
    expect(record()).toHaveProperty('value', '')
    expect(screen.queryByText('Please select a domain')).toBeNull()
  })
})
