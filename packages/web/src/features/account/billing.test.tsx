import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { seeState } from '../../lib/see-state.fixture.ts'
import { button, click, page, purchase, refused, shown } from './billing-sections.fixture.tsx'
import { business, end, pro, toPro } from './subscription.fixture.ts'

// The dialogs are loaded when one is opened; on a busy machine that takes longer than a test waits.
beforeAll(async () => void (await import('./plan-dialogs.tsx')))
beforeEach(() => registerTokenGetter(() => Promise.resolve('t')))
afterEach(() => {
  cleanup()
  toast.dismiss()
  vi.unstubAllGlobals()
  window.location.hash = ''
})

describe('a plan that the operator granted', () => {
  const note = 'This workspace has Business without a payment'

  it('is named beside a lower subscription that is still charged', async () => {
    await shown({ tier: 'business', subscription: pro })
    expect(screen.getByText(note)).toBeTruthy()
    await seeState('billing-granted-higher')
  })

  it('needs no word beside the same plan, or one that ends', async () => {
    await shown({ tier: 'business', subscription: business })
    expect(screen.queryByText(note)).toBeNull()
    cleanup()
    await shown({ tier: 'business', subscription: { ...pro, status: 'cancelled' } })
    expect(screen.queryByText(note)).toBeNull()
  })
})

describe('the plans', () => {
  it('a purchase is sent once however often it is clicked, and leads to the page to pay on', async () => {
    const sent = await shown({ answers: [purchase, page] })
    fireEvent.click(screen.getByLabelText(/^Yearly/))
    click('Upgrade to Pro')
    click('Upgrade to Pro')
    click('Upgrade to Business')
    await vi.waitFor(() => expect(window.location.hash).toBe('#pay'))
    click('Upgrade to Pro')
    const body = { plan: 'pro', billing_period: 'yearly', origin_url: window.location.origin }
    expect(sent).toEqual([
      { ...body, step: 'preview' },
      { ...body, step: 'buy' },
    ])
    expect(button('Upgrade to Pro').getAttribute('aria-busy')).toBe('true')
    // The browser shows the page again as it was left: the plans can be chosen again.
    fireEvent(window, new Event('pageshow'))
    await vi.waitFor(() => expect(button('Upgrade to Pro').getAttribute('aria-busy')).toBeNull())
  })

  it('an upgrade says what it costs before it leaves for the page that confirms it', async () => {
    const preview = { prorated_amount: 27.43, credit: 0, new_subscription_start: end }
    const confirmed = { ...preview, url: `${window.location.origin}/#confirm` }
    const answers = [() => Response.json(preview), () => Response.json(confirmed)]
    const sent = await shown({ tier: 'pro', subscription: pro, answers })
    click('Upgrade to Business')
    const dialog = within(await screen.findByRole('dialog', { name: 'Upgrade to Business' }))
    expect(dialog.getByText(/^You pay \$27\.43 today/)).toBeTruthy()
    expect(dialog.getByText('From December 20, 2099').nextSibling?.textContent).toBe('$99 a month')
    expect(window.location.hash).toBe('')
    fireEvent.click(dialog.getByRole('button', { name: 'Continue to payment' }))
    await vi.waitFor(() => expect(window.location.hash).toBe('#confirm'))
    expect(sent).toMatchObject([{ step: 'preview' }, { plan: 'business', step: 'confirm' }])
  })

  it('a credit that is left over after an upgrade is named', async () => {
    const preview = { prorated_amount: 0, credit: 393, new_subscription_start: end }
    const yearly = { ...pro, billing_period: 'yearly' }
    await shown({ tier: 'pro', subscription: yearly, answers: [() => Response.json(preview)] })
    fireEvent.click(screen.getByLabelText('Monthly'))
    click('Upgrade to Business')
    const dialog = within(await screen.findByRole('dialog', { name: 'Upgrade to Business' }))
    expect(dialog.getByText('Due today').nextSibling?.textContent).toBe('$0')
    expect(dialog.getByText('Credit for your next invoices').nextSibling?.textContent).toBe('$393')
  })

  it('a downgrade asks first, names what is lost, and says when it takes effect', async () => {
    const message = 'Your plan changes to Pro on December 20, 2099. You keep Business until then.'
    const done = { downgrade_scheduled: true, effective_date: end, message }
    const sent = await shown({ tier: 'business', subscription: business, answers: [() => Response.json(done)] })
    click('Downgrade to Pro')
    expect(sent).toEqual([])
    const dialog = screen.getByRole('alertdialog', { name: 'Downgrade to Pro?' })
    expect(dialog.textContent).toContain('You keep Business until December 20, 2099. Then you pay $49 a month for Pro.')
    expect(dialog.textContent).toContain('Newer domains beyond that become read-only and are not monitored.')
    click('Schedule downgrade')
    expect(await screen.findByRole('dialog', { name: 'Downgrade scheduled' })).toBeTruthy()
    expect(sent).toMatchObject([{ plan: 'pro', step: 'schedule' }])
    expect(screen.getByText(message)).toBeTruthy()
    click('OK')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('an upgrade that is a downgrade by now, because a colleague bought a higher plan, asks before it is scheduled', async () => {
    const message = 'Your plan changes to Pro on December 20, 2099. You keep Business until then.'
    const answers = [false, true].map(
      downgrade_scheduled => () => Response.json({ downgrade_scheduled, effective_date: end, message }),
    )
    const sent = await shown({ answers })
    click('Upgrade to Pro')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Schedule this change?' }))
    expect(dialog.getByText(message)).toBeTruthy()
    await seeState('billing-moved')
    fireEvent.click(dialog.getByRole('button', { name: 'Not now' }))
    expect(sent).toMatchObject([{ step: 'preview' }])
    click('Upgrade to Pro')
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toMatchObject({ step: 'preview' })
  })

  it('a downgrade that was asked for so is scheduled once it is agreed to', async () => {
    const answers = [false, true].map(
      downgrade_scheduled => () =>
        Response.json({ downgrade_scheduled, effective_date: end, message: 'From then on.' }),
    )
    const sent = await shown({ answers })
    click('Upgrade to Pro')
    fireEvent.click(await screen.findByRole('button', { name: 'Schedule change' }))
    expect(await screen.findByRole('dialog', { name: 'Downgrade scheduled' })).toBeTruthy()
    expect(sent).toMatchObject([{ step: 'preview' }, { plan: 'pro', step: 'schedule' }])
  })

  it('an upgrade while a downgrade is scheduled says that it puts it on hold', async () => {
    const sent = await shown({ tier: 'business', subscription: business, scheduled: toPro, answers: [page] })
    fireEvent.click(screen.getByLabelText(/^Yearly/))
    click('Switch to yearly billing')
    expect(screen.getByRole('alertdialog').textContent).toContain(
      'While the payment page is open, the scheduled change to Pro, billed monthly is on hold. If you pay, it is canceled. If you leave the page without paying, it is scheduled again within minutes.',
    )
    click('Keep the scheduled change')
    expect(sent).toEqual([])
    click('Switch to yearly billing')
    click('Continue')
    await vi.waitFor(() => expect(sent).toHaveLength(1))
  })

  it('monthly billing takes effect when the paid year ends', async () => {
    await shown({ tier: 'pro', subscription: { ...pro, billing_period: 'yearly' } })
    fireEvent.click(screen.getByLabelText('Monthly'))
    click('Switch to monthly billing')
    await seeState('billing-period')
  })

  it('an upgrade while the plan ends says that the end is put on hold', async () => {
    const toStarter = { ...toPro, currentPlan: 'pro', newPlan: 'free', newPrice: 0 }
    await shown({ tier: 'pro', subscription: { ...pro, status: 'cancelled' }, scheduled: toStarter })
    click('Upgrade to Business')
    await seeState('billing-release')
  })

  it('a refusal opens Payment Failed with the detail of the server, and Try Again repeats it', async () => {
    const detail = 'Another change of your subscription is in progress. Please try again in a moment.'
    const sent = await shown({ answers: [refused(409, detail), purchase, page] })
    click('Upgrade to Pro')
    expect(await screen.findByRole('dialog', { name: 'Payment Failed' })).toBeTruthy()
    expect(screen.getByText(detail)).toBeTruthy()
    click('Try Again')
    await vi.waitFor(() => expect(window.location.hash).toBe('#pay'))
    expect(sent).toHaveLength(3)
    expect(sent[1]).toEqual(sent[0])
  })

  it('the last of several dialogs returns the focus to the button of the plan', async () => {
    await shown({ tier: 'pro', subscription: pro, answers: [() => new Response('', { status: 502 })] })
    button('Downgrade to Starter').focus()
    click('Downgrade to Starter')
    button('Schedule downgrade').focus()
    click('Schedule downgrade')
    await screen.findByRole('dialog', { name: 'Payment Failed' })
    click('Cancel')
    await vi.waitFor(() => expect(document.activeElement).toBe(button('Downgrade to Starter')))
  })

  it('a server without an answer opens Payment Failed with the text of the specification', async () => {
    await shown({ answers: [() => new Response('', { status: 502 })] })
    click('Upgrade to Pro')
    expect(await screen.findByText('Failed to process subscription change. Please try again.')).toBeTruthy()
    click('Cancel')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('a member who is no admin learns who may change the plan', async () => {
    const sent = await shown({ role: 'editor', answers: [page] })
    await vi.waitFor(() => expect(button(/^Upgrade to Pro/).getAttribute('aria-disabled')).toBe('true'))
    click(/^Upgrade to Pro/)
    expect(toast.getToasts().map(item => ('title' in item ? item.title : null))).toEqual([
      'Your role in this workspace does not allow this. Ask an admin or owner.',
    ])
    await seeState('billing-viewer')
    expect(sent).toEqual([])
  })

  it('while a payment is overdue an upgrade says what to do first', async () => {
    const overdue = { ...pro, status: 'past_due', past_due_since: new Date(Date.now() - 1_000).toISOString() }
    await shown({ tier: 'pro', subscription: overdue })
    click(/^Upgrade to Business/)
    expect(toast.getToasts()[0]).toMatchObject({
      title: 'Your last payment failed. Please pay it in the billing portal first.',
    })
    expect(screen.getByText(/^You keep Pro until .*pay the overdue invoice\.$/)).toBeTruthy()
  })

  it('are not there where nothing is sold', async () => {
    await shown({ tier: 'business', billing: 'off' })
    await vi.waitFor(() => expect(screen.queryByText('Compare Plans')).toBeNull())
    expect(screen.queryByText('Subscription Management')).toBeNull()
  })
})

describe('the subscription', () => {
  it('opens the portal', async () => {
    const sent = await shown({ tier: 'pro', subscription: pro, answers: [page] })
    expect(screen.getByText('$49 on December 20, 2099')).toBeTruthy()
    click('Manage billing')
    await vi.waitFor(() => expect(window.location.hash).toBe('#pay'))
    expect(sent).toEqual(['/api/payments/create-portal-session'])
  })

  it('a credit pays the next payment first', async () => {
    await shown({ tier: 'business', subscription: { ...business, credit: 57.5 }, scheduled: toPro })
    expect(screen.getByText('You have a credit of $57.50. It pays your next invoices first.')).toBeTruthy()
    expect(screen.getByText('$0 on December 20, 2099')).toBeTruthy()
    click('Cancel downgrade')
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      'Your next payment is $41.50 on December 20, 2099.',
    )
  })

  it('a portal that cannot be opened says so', async () => {
    await shown({ tier: 'pro', subscription: pro, answers: [() => new Response('', { status: 502 })] })
    click('Manage billing')
    await vi.waitFor(() => expect(toast.getToasts()[0]).toMatchObject({ title: 'Failed to open billing portal' }))
    await seeState('billing-portal-failed')
  })

  it('a downgrade that is on hold while a payment page is open is shown, and can be canceled', async () => {
    const { scheduled: _, ...onHold } = toPro
    await shown({ tier: 'business', subscription: business, scheduled: { scheduled: false, onHold } })
    expect(button('Cancel downgrade').closest('[tabindex]')?.textContent).toMatch(
      /^Scheduled downgrade on holdA payment page is open\. .* within minutes: Your plan changes to Pro/,
    )
    await seeState('billing-on-hold')
  })

  it('a scheduled downgrade is shown, and canceled after a question', async () => {
    const sent = await shown({ tier: 'business', subscription: business, scheduled: toPro })
    expect(screen.getByText('Your plan changes to Pro ($49 a month) on December 20, 2099.')).toBeTruthy()
    click('Cancel downgrade')
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      'You stay on Business, billed monthly. Your next payment is $99 on December 20, 2099.',
    )
    await seeState('billing-cancel-downgrade')
    click('Keep Business')
    await vi.waitFor(() => expect(screen.queryByText('Scheduled downgrade')).toBeNull())
    expect(sent).toEqual(['/api/payments/cancel-downgrade'])
  })

  it('a downgrade that could not be canceled stays', async () => {
    await shown({
      tier: 'pro',
      subscription: { ...pro, status: 'cancelled' },
      scheduled: { ...toPro, currentPlan: 'pro', newPlan: 'free', newPrice: 0 },
      answers: [() => new Response('', { status: 502 })],
    })
    expect(screen.getByText('Your Pro plan ends on December 20, 2099. Then your plan is Starter.')).toBeTruthy()
    click('Cancel downgrade')
    click('Keep Pro')
    await vi.waitFor(() =>
      expect(toast.getToasts()[0]).toMatchObject({ title: 'Failed to cancel downgrade. Please try again.' }),
    )
    await seeState('billing-cancel-failed')
  })

  it('is not shown on Starter, and says of a granted plan that it costs nothing', async () => {
    await shown({})
    expect(screen.queryByText('Subscription Management')).toBeNull()
    cleanup()
    await shown({ tier: 'business' })
    expect(
      screen.getByText('This workspace has Business without a subscription. There is nothing to pay.'),
    ).toBeTruthy()
    await seeState('billing-granted')
    expect(screen.queryByRole('button', { name: 'Manage billing' })).toBeNull()
  })
})
