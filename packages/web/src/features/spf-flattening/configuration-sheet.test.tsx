import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { seeState } from '../../lib/see-state.fixture.ts'
import { upgrade } from '../../lib/upgrade.ts'
import type { Configuration } from './api.ts'
import { aConfiguration, aList } from './flattening.fixture.ts'
import { leave, manager, press, refused, shown, toasts } from './manager.fixture.tsx'

afterEach(leave)

const kiteRecord = 'v=spf1 include:_spf.mailhost.example -all'

const card = (): HTMLElement => screen.getByRole('region', { name: 'kite.example' })

describe('a configuration', () => {
  it('shows its record, its proof and what to publish', async () => {
    await manager({ list: aList([aConfiguration()]) })
    const shown = within(card())
    for (const text of ['Hosted on', 'Active', 'Last checked', 'Pro', 'live on DNS', 'Monitoring Includes']) {
      shown.getByText(text)
    }
    shown.getByText('256 IPv4 addresses')
    shown.getByText(/3 before → 1 after/)
    shown.getByText('include:kite-example-k3f9zq.waxseal.email')
  })

  it.each<[Configuration['publication'], string, boolean]>([
    ['live', 'live on DNS', true],
    ['waiting', 'Published, not found in DNS yet', true],
    ['zone_unproved', 'Zone not delegated yet', false],
    ['preview', 'Preview, not published', false],
  ])('that is %s says “%s”', async (publication, words, isToPublish) => {
    await manager({ list: aList([aConfiguration({ publication, status: 'pending' })]) })
    within(card()).getByText(words)
    expect(within(card()).queryByText(/^Replace the whole TXT record/) !== null).toBe(isToPublish)
    if (publication !== 'live') expect(screen.queryByText('live on DNS')).toBeNull()
    if (publication === 'preview') expect(within(card()).queryAllByRole('button', { name: /^Copy/ })).toEqual([])
  })

  it('publishes the softer ending with a switch', async () => {
    const ending = 'v=spf1 include:kite-example-k3f9zq.waxseal.email ~all'
    await manager({ list: aList([aConfiguration({ new_spf_record_with_ending: ending })]) })
    expect(within(card()).queryByText('~all')).toBeNull()
    fireEvent.click(screen.getByRole('switch', { name: /^Keep my ~all/ }))
    within(card()).getByText('~all')
  })

  it.each([
    [true, 'Upstream changes detected and record updated!'],
    [false, 'No upstream changes detected'],
  ])('is checked for changes: %s', async (changes_detected, text) => {
    const list = aList([
      aConfiguration(),
      aConfiguration({ id: 'c2', original_domain: 'swan.example', domain_id: 'x' }),
    ])
    const { promise: reply, resolve: answer } = Promise.withResolvers<Response>()
    await manager({ list, answers: { 'POST /spf-flattening/configurations/c1/check': [() => reply] } })
    const check = within(card()).getByRole('button', { name: 'Check for Updates' })
    fireEvent.click(check)
    await vi.waitFor(() => expect(check.textContent).toBe('Checking...'))
    await seeState('flattening-checking')
    // The other configuration can still be checked.
    expect(screen.getByRole('button', { name: 'Check for Updates' }).getAttribute('aria-busy')).toBeNull()
    await act(async () => answer(Response.json({ changes_detected, configuration: aConfiguration() })))
    await shown(text)
    await seeState(changes_detected ? 'flattening-changed' : 'flattening-unchanged')
  })

  it('stays as it is when it could be neither checked nor deleted', async () => {
    const path = '/spf-flattening/configurations/c1'
    await manager({
      list: aList([aConfiguration()]),
      answers: {
        [`POST ${path}/check`]: [refused(502, 'upstream', 'x')],
        [`DELETE ${path}`]: [() => Response.json({}, { status: 500 })],
      },
    })
    press('Check for Updates')
    await seeState('flattening-check-failed')
    press('Delete')
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await seeState('flattening-delete-failed')
    expect(card()).toBeTruthy()
  })

  it('is edited: another text is refused here, a valid one is flattened again', async () => {
    const sent = await manager({
      list: aList([aConfiguration()]),
      answers: { 'POST /spf-flattening/flatten': [refused(502, 'upstream', 'no answer'), () => Response.json({})] },
    })
    press('Edit Original SPF')
    const dialog = within(await screen.findByRole('dialog', { name: 'Update Original SPF Record' }))
    const field = dialog.getByRole('textbox')
    expect(field).toHaveProperty('value', kiteRecord)
    fireEvent.change(field, { target: { value: 'mx -all' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Update & Re-Flatten' }))
    expect(toasts()).toEqual(['SPF record must start with v=spf1'])
    await seeState('flattening-edit-start')
    expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false)
    fireEvent.change(field, { target: { value: 'v=spf1 -all' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Add SendGrid' }))
    expect(field).toHaveProperty('value', 'v=spf1 include:sendgrid.net -all')
    fireEvent.click(dialog.getByRole('button', { name: 'Update & Re-Flatten' }))
    await shown('Failed to update SPF. Please try again.')
    await seeState('flattening-update-failed')
    dialog.getByText('no answer')
    fireEvent.click(dialog.getByRole('button', { name: 'Update & Re-Flatten' }))
    await shown('Original SPF updated and re-flattened successfully!')
    await seeState('flattening-updated')
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.filter(({ call }) => call.startsWith('POST')).at(-1)?.body).toEqual({
      original_domain: 'kite.example',
      original_spf_record: 'v=spf1 include:sendgrid.net -all',
    })
  })

  it('that is still included asks again before it is deleted', async () => {
    const detail = 'The SPF record of kite.example still includes it.'
    const path = 'DELETE /spf-flattening/configurations/c1'
    const sent = await manager({
      list: aList([aConfiguration()]),
      answers: {
        [path]: [refused(409, 'conflict', detail)],
        [`${path}?confirmed=true`]: [() => new Response(null, { status: 204 })],
      },
    })
    press('Delete')
    const dialog = within(await screen.findByRole('alertdialog'))
    dialog.getByText(
      "Are you sure you want to delete the SPF flattening configuration for kite-example-k3f9zq? This will also remove the DNS record at Waxseal's name server.",
    )
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await dialog.findByText(detail)
    expect(toasts()).toEqual([])
    await seeState('flattening-delete-included')
    fireEvent.click(dialog.getByRole('button', { name: 'Delete anyway' }))
    await shown('Configuration deleted successfully')
    await seeState('flattening-deleted')
    await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent.filter(({ call }) => call.startsWith('DELETE'))).toHaveLength(2)
  })

  it('that is paused opens the upgrade dialog in place of the editor', async () => {
    await manager({ list: aList([aConfiguration({ status: 'paused' })]) })
    press('Edit Original SPF')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(upgrade.current()).toEqual({ feature: 'spf_flattening', detail: null })
  })

  it('loads its versions when they are opened', async () => {
    const path = 'GET /spf-flattening/configurations/c1/versions'
    const version = {
      id: 'v2',
      at: '2026-11-20T10:00:00Z',
      reason: 'upstream',
      original_spf_record: kiteRecord,
      hosted_records: [],
      added: ['192.0.2.0/24'],
      removed: [],
      more_added: 2,
      more_removed: 0,
    }
    const sent = await manager({
      list: aList([aConfiguration()]),
      answers: { [path]: [() => Response.json({ versions: [version] })] },
    })
    expect(sent.some(({ call }) => call === path)).toBe(false)
    press('Version history of kite.example')
    await screen.findByText('Included records changed')
    screen.getByText('3 blocks added, 0 removed')
  })
})
