import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { outbox } from '../../db/schema/index.ts'
import type { Mail } from '../../ports.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { unique } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'

const dayMs = 86_400_000

const tokenIn = (mail: Mail | undefined) => /confirm-address\?token=([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? ''

onTheStore('the address of alerts', kind => {
  let server: TestApp
  let user: TestUser
  let email: string
  beforeAll(async () => {
    server = await openTestApp(kind)
  })
  beforeEach(async () => {
    user = await server.aUser({ tier: 'pro' })
    email = `${unique('alerts')}@example.net`
    await server.deps.store.db.delete(outbox)
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
  })
  afterAll(() => server.close())

  const save = (body: object) => user.put('/alerts/settings', body)
  const channel = async () =>
    ((await user.get('/alerts/settings')).body as { channels: { email: { state: string } } }).channels.email.state
  const mails = async () => {
    const rows = await server.deps.store.db.select().from(outbox).orderBy(outbox.createdAt)
    return rows.map(({ payload }) => payload as Mail)
  }
  const confirm = (token: string) =>
    server.app.inject({ method: 'POST', url: '/api/alerts/confirm-address', payload: { token } })

  it('other than the account’s gets a link first, and is used once its owner follows it', async () => {
    await save({ notification_email: email })
    expect(await channel()).toBe('waiting')
    const [mail] = await mails()
    expect(mail).toMatchObject({ to: email, subject: 'Confirm this address for Waxseal alerts' })
    const answer = await confirm(tokenIn(mail))
    expect([answer.statusCode, answer.json()]).toEqual([200, { email, workspace: 'Alex Example' }])
    expect(await channel()).toBe('on')
    // A second click says the same.
    expect((await confirm(tokenIn(mail))).statusCode).toBe(200)
  })

  it('that waits gets no test message', async () => {
    await save({ notification_email: email })
    const answer = await user.post('/alerts/test', { channel: 'email' })
    expect([answer.status, answer.body]).toEqual([
      409,
      expect.objectContaining({ detail: 'Please confirm the address first. We sent a link to it.' }),
    ])
    expect(server.deps.mails).toEqual([])
  })

  it('keeps the token only as a hash, and says nothing of the workspace in the mail', async () => {
    await save({ notification_email: email })
    const [mail] = await mails()
    expect(mail?.text).not.toContain('Alex Example')
    expect(mail?.text).toContain('It is valid for 3 days')
  })

  it('is confirmed by the newest link alone, for three days', async () => {
    await save({ notification_email: email })
    await user.post('/alerts/send-confirmation', {})
    const [first, second] = await mails()
    expect((await confirm(tokenIn(first))).statusCode).toBe(404)
    server.deps.clock.pass(3 * dayMs)
    const late = await confirm(tokenIn(second))
    expect([late.statusCode, late.json().detail]).toEqual([
      410,
      'This link has expired. Send a new confirmation link from the alert settings.',
    ])
    expect(await channel()).toBe('waiting')
  })

  it('gets no second link while it is not changed, and the save does not fail', async () => {
    await save({ notification_email: email })
    await save({ notification_email: email, email_alerts: true })
    expect(await mails()).toHaveLength(1)
  })

  it('gets three links a day at most, from all workspaces together', async () => {
    await save({ notification_email: email })
    const first = user
    for (const status of [200, 200, 429]) {
      expect((await first.post('/alerts/send-confirmation', {})).status).toBe(status)
    }
    user = await server.aUser({ tier: 'pro' })
    expect((await save({ notification_email: email })).status).toBe(200)
    expect((await mails()).filter(({ to }) => to === email)).toHaveLength(3)
    expect(await channel()).toBe('waiting')
    server.deps.clock.pass(dayMs)
    expect((await user.post('/alerts/send-confirmation', {})).status).toBe(200)
  })

  it('can be changed by one workspace ten times a day with a link', async () => {
    for (let n = 0; n < 14; n++) expect((await save({ notification_email: `${n}.${email}` })).status).toBe(200)
    expect(await mails()).toHaveLength(10)
  })

  it('of the account is confirmed already', async () => {
    expect((await user.post('/alerts/send-confirmation', {})).status).toBe(409)
    expect(await mails()).toEqual([])
  })

  it('is unsubscribed by one POST of a mail program, as a form, as JSON or empty', async () => {
    for (const [contentType, payload] of [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      ['multipart/form-data; boundary=b', '--b\r\n\r\nList-Unsubscribe=One-Click\r\n--b--'],
      ['application/json', ''],
      [undefined, undefined],
    ]) {
      const person = await server.aUser({ tier: 'pro' })
      await person.post('/alerts/test', { channel: 'email' })
      const url = new URL(server.deps.mails.at(-1)?.unsubscribe ?? '')
      const answer = await server.app.inject({
        method: 'POST',
        url: url.pathname,
        ...(payload !== undefined && { payload }),
        ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
      })
      expect([contentType, answer.statusCode, answer.json()]).toEqual([
        contentType,
        200,
        { email: person.actor.person.email },
      ])
      expect((await person.get('/alerts/settings')).body).toMatchObject({
        channels: { email: { state: 'unsubscribed' } },
      })
      expect((await person.post('/alerts/test', { channel: 'email' })).status).toBe(409)
    }
  })

  it('is not unsubscribed by following the link, as scanners of mail do: it leads to the page that asks', async () => {
    await user.post('/alerts/test', { channel: 'email' })
    const url = new URL(server.deps.mails.at(-1)?.unsubscribe ?? '')
    const token = url.pathname.split('/').at(-1)
    const { statusCode, headers } = await server.app.inject({ method: 'GET', url: url.pathname })
    expect([statusCode, headers.location]).toEqual([303, `/unsubscribe?token=${token}`])
    expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['private, no-store', 'no-referrer'])
    expect(await channel()).toBe('on')
    const strange = await server.app.inject('/api/alerts/unsubscribe/%26next=%2F%2Fevil.example')
    expect(strange.headers.location).toBe('/unsubscribe?token=%26next%3D%2F%2Fevil.example')
  })

  it('is subscribed again by the person whose account has it', async () => {
    await user.post('/alerts/test', { channel: 'email' })
    const url = new URL(server.deps.mails.at(-1)?.unsubscribe ?? '')
    await server.app.inject({ method: 'POST', url: url.pathname })
    expect((await user.post('/alerts/resume', { channel: 'email' })).body).toMatchObject({
      channels: { email: { state: 'on' } },
    })
  })

  it('of someone else is subscribed again by its owner alone, with a new link', async () => {
    await save({ notification_email: email })
    const old = tokenIn((await mails())[0])
    await confirm(old)
    await user.post('/alerts/test', { channel: 'email' })
    const url = new URL(server.deps.mails.at(-1)?.unsubscribe ?? '')
    await server.app.inject({ method: 'POST', url: url.pathname })
    await user.post('/alerts/resume', { channel: 'email' })
    expect(await channel()).toBe('unsubscribed')
    expect((await confirm(old)).statusCode).toBe(404)
    await user.post('/alerts/send-confirmation', {})
    expect((await confirm(tokenIn((await mails()).at(-1)))).statusCode).toBe(200)
    expect(await channel()).toBe('on')
  })
})
