import { expect, it } from 'vitest'
import { outbox } from '../../db/schema/index.ts'
import { onTheStore, openTestStore } from '../../testing/store.ts'
import { outboxTransport } from './outbox.ts'

onTheStore('mail without SMTP', kind => {
  it('keeps the mail readable and never counts it as due', async () => {
    const store = await openTestStore(kind)
    const at = new Date('2026-11-20T09:00:00Z')
    const mail = { to: 'alex@example.org', subject: 'Hello', text: 'A text' }
    await outboxTransport(store, () => at).send(mail)
    const rows = await store.db.select().from(outbox)
    expect(rows).toMatchObject([{ kind: 'mail', payload: mail, state: 'kept', attempts: 0, finishedAt: at }])
    await store.close()
  })
})
