/**
 * The states of screens that tests of components hold, since they differ from a row of the browser tests by one reply or
 * one short text. Each test calls `seeState`, which finds the texts of its state. A state without a route has only texts.
 */
export interface HeldText {
  /** Word for word, with the placeholders filled in as in the test. */
  text: string
  /** Where it is found: in any element (the default), in an element with this role, in a toast, as a field's placeholder. */
  as?: 'text' | 'toast' | 'placeholder' | 'heading' | 'button' | 'link' | 'listitem' | 'dialog' | 'alertdialog'
  /** Of a text that the specification quotes: the screen, and when it is shown. */
  screen?: string
  trigger?: string
  /** The rule that overrides or completes the quoted text. */
  decision?: string
}

interface HeldState {
  /** As in the rows of the browser tests. */
  route?: string
  state?: string
  /** The test that shows it, below `packages/web/src`. */
  test: string
  texts: readonly HeldText[]
}

export type StateName = keyof typeof heldStates

export const heldStates = {
  'sign-in-link-sent': {
    route: '/',
    state: 'a sign-in link is sent',
    test: 'features/landing/sign-in-dialog.test.tsx',
    texts: [
      {
        text: 'If ada@kite.example has an account, we sent a link to it. Open it and enter your password to sign in now.',
      },
    ],
  },
  'no-mail-reset': {
    route: '/',
    state: 'forgot password, no mail',
    test: 'features/landing/sign-in-dialog.test.tsx',
    texts: [{ text: 'This installation sends no mail. Its administrator can make a link for you.' }],
  },
  'confirmation-sent-again': {
    route: '/',
    state: 'the confirmation link is sent again',
    test: 'features/landing/sign-in-dialog.test.tsx',
    texts: [{ text: 'We sent a link to ada@kite.example. Open it to sign in.' }],
  },
  'address-confirmed': {
    route: '/',
    state: 'address confirmed, no session',
    test: 'features/landing/sign-in-dialog.test.tsx',
    texts: [{ text: 'Email address confirmed' }, { text: 'You can sign in now.' }],
  },
  'address-changed': {
    route: '/',
    state: 'address changed by a link',
    test: 'features/landing/sign-in-dialog.test.tsx',
    texts: [{ text: 'Email address changed' }, { text: 'Sign in with your new address.' }],
  },
  'report-shared-answers': {
    test: 'features/diagnostics/visitor-report.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'This domain was scanned often in the last hour. The report has the DNS answers of an earlier scan:',
        trigger: 'the name was scanned more than thirty times in the hour',
      },
    ],
  },
  'scan-next-in-queue': {
    test: 'components/scan-run/scan-progress-line.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'Next in the queue',
        trigger: 'the scan starts when the next place is free',
      },
    ],
  },
  'billing-granted-higher': {
    route: '/account',
    state: 'granted plan above the subscription',
    test: 'features/account/billing.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'This workspace has Business without a payment',
        trigger: 'a granted plan, and a subscription to a lower one',
      },
      {
        screen: 'account',
        text: 'Your Pro subscription adds nothing, but it is still charged. Open “Manage billing” to cancel it.',
        trigger: 'a granted plan, and a subscription to a lower one',
      },
    ],
  },
  'billing-granted': {
    route: '/account',
    state: 'Business without a subscription',
    test: 'features/account/billing.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'This workspace has Business without a subscription. There is nothing to pay.',
        trigger: 'a plan that the operator granted',
      },
    ],
  },
  'billing-on-hold': {
    route: '/account',
    state: 'downgrade on hold while a payment page is open',
    test: 'features/account/billing.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'Scheduled downgrade on hold',
        trigger: 'the page of an upgrade is open, and a downgrade was scheduled',
        decision: '5.4',
      },
    ],
  },
  'billing-viewer': {
    route: '/account',
    state: 'plans for a viewer',
    test: 'features/account/billing.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'Your role in this workspace does not allow this. Ask an admin or owner.',
        trigger: 'a viewer chooses a plan',
        as: 'toast',
      },
    ],
  },
  'billing-cancel-downgrade': {
    route: '/account',
    state: 'cancel a scheduled downgrade',
    test: 'features/account/billing.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'You stay on Business, billed monthly. Your next payment is $99 on December 20, 2099.',
        trigger: 'a scheduled downgrade is to be canceled',
      },
    ],
  },
  'billing-cancel-failed': {
    route: '/account',
    state: 'scheduled downgrade could not be canceled',
    test: 'features/account/billing.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'Failed to cancel downgrade. Please try again.',
        trigger: 'the server does not answer',
        as: 'toast',
      },
    ],
  },
  'billing-portal-failed': {
    route: '/account',
    state: 'billing portal could not be opened',
    test: 'features/account/billing.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'Failed to open billing portal',
        trigger: 'the server does not answer',
        as: 'toast',
      },
    ],
  },
  'billing-period': {
    route: '/account',
    state: 'monthly billing: question',
    test: 'features/account/billing.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'Your Pro plan stays billed yearly until December 20, 2099. From then on you pay $49 a month.',
        trigger: 'yearly is changed to monthly',
        decision: '5.3',
      },
    ],
  },
  'billing-moved': {
    route: '/account',
    state: 'upgrade that is a downgrade by now: question',
    test: 'features/account/billing.test.tsx',
    texts: [
      {
        text: 'Your subscription has changed since this page was loaded.',
        screen: 'account',
        trigger: 'an upgrade is chosen in a tab that was loaded before the subscription changed',
        decision: '5.4',
      },
      { text: 'Schedule change', as: 'button' },
      { text: 'Not now', as: 'button' },
    ],
  },
  'billing-release': {
    route: '/account',
    state: 'upgrade while a downgrade is scheduled: question',
    test: 'features/account/billing.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'While the payment page is open, the scheduled change to Starter is on hold. If you pay, it is canceled. If you leave the page without paying, it is scheduled again within minutes.',
        trigger: 'an upgrade is chosen while a downgrade is scheduled',
        decision: '5.4',
      },
    ],
  },
  'billing-stands-again': {
    route: '/account',
    state: 'payment page left, the downgrade is scheduled again',
    test: 'features/account/payment-return.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'Scheduled again: ',
        trigger: 'the page of an upgrade was left without paying',
        decision: '5.4',
      },
    ],
  },
  'payment-verifying': {
    route: '/account',
    state: 'payment is verified',
    test: 'features/account/payment-return.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'Verifying your payment',
        trigger: 'the return from a payment',
      },
    ],
  },
  'payment-timed-out': {
    route: '/account',
    state: 'payment verification timed out',
    test: 'features/account/payment-return.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'Payment verification timed out. Please refresh the page or contact support.',
        trigger: 'five tries are used',
      },
    ],
  },
  'payment-expired': {
    route: '/account',
    state: 'payment session expired',
    test: 'features/account/payment-return.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'Payment session expired. Please try again.',
        trigger: 'the checkout expired',
      },
    ],
  },
  'payment-cancelled': {
    route: '/account',
    state: 'payment canceled',
    test: 'features/account/payment-return.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'Payment cancelled. You can try again anytime!',
        trigger: 'the payment was canceled',
      },
    ],
  },
  'upgrade-hint': {
    route: '/account',
    state: 'plan chosen before the sign-up',
    test: 'features/account/upgrade-hint.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'Choose monthly or yearly billing to upgrade to Business',
        trigger: 'a plan was chosen before the sign-up',
        decision: '2.8',
        as: 'toast',
      },
    ],
  },
  'api-keys-empty': {
    route: '/account',
    state: 'API keys, none yet',
    test: 'features/account/api-access.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'A key stops working when its creator leaves the workspace or is no longer an admin or owner.',
        trigger: 'below the title of API access',
        decision: '1.8',
      },
      {
        screen: 'account',
        text: 'One with full access stops when they are no longer an owner.',
        trigger: 'below the title of API access',
        decision: '8',
      },
    ],
  },
  'api-keys-unsold': {
    route: '/account',
    state: 'API keys where nothing is sold',
    test: 'features/account/api-access.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'This installation does not include this. Ask its operator.',
        trigger: 'API access below Business, with BILLING=off',
        decision: '1.8',
      },
    ],
  },
  'api-keys-kept': {
    route: '/account',
    state: 'API keys kept on a lower plan',
    test: 'features/account/api-access.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'Your keys are kept, but they do not work now.',
        trigger: 'API access below Business, with keys',
        decision: '1.8',
      },
    ],
  },
  'audit-log-empty': {
    route: '/account',
    state: 'audit log, no events of a kind',
    test: 'features/account/audit-log.test.tsx',
    texts: [{ text: 'No events about “Plan” in the last 12 months.' }],
  },
  'audit-log-failed': {
    route: '/account',
    state: 'audit log could not be loaded',
    test: 'features/account/audit-log.test.tsx',
    texts: [{ text: 'The audit log could not be loaded' }, { text: 'Retry', as: 'button' }],
  },
  'audit-log-loading': {
    route: '/account',
    state: 'audit log loads',
    test: 'features/account/audit-log.test.tsx',
    texts: [{ text: 'Loading the audit log' }],
  },
  'blocklists-refused': {
    route: '/account',
    state: 'blacklists: refused',
    test: 'features/account/blocklists.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'Waxseal already checks this list',
        trigger: 'a zone of the catalog',
        decision: '1.8',
      },
    ],
  },
  'blocklists-starter': {
    route: '/account',
    state: 'blocklists on Starter',
    test: 'features/account/blocklists.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'Blocklists of the catalog: 10 of 34 on',
        trigger: 'the lists of the catalog on Starter',
        decision: '1.8',
      },
      {
        screen: 'account',
        text: 'Not part of your plan',
        trigger: 'a list of the catalog beyond the first ten on Starter',
        decision: '1.8',
      },
    ],
  },
  'blocklists-locked': {
    route: '/account',
    state: 'blocklists on Pro',
    test: 'features/account/blocklists.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'Custom blocklists are not part of your Pro plan. Upgrade to Business to use them.',
        trigger: 'below Business',
        decision: '1.8',
      },
    ],
  },
  'blocklists-empty': {
    route: '/account',
    state: 'blacklists: none of its own',
    test: 'features/account/blocklists.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'No custom blocklists yet.',
        trigger: 'no list',
        decision: '1.8',
      },
    ],
  },
  'report-identity-refused': {
    route: '/account',
    state: 'reports: a file that is refused',
    test: 'features/account/identity-on-reports.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'Please choose a PNG or JPEG image',
        trigger: 'another file is chosen',
      },
    ],
  },
  'report-identity-too-large': {
    route: '/account',
    state: 'reports: a file that is too large',
    test: 'features/account/identity-on-reports.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'A logo can have at most 200 KB',
        trigger: 'a larger file is chosen',
      },
    ],
  },
  'report-identity-kept': {
    route: '/account',
    state: 'reports: kept after a downgrade',
    test: 'features/account/identity-on-reports.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'Your name and logo are kept, but reports do not show them now.',
        trigger: 'after a downgrade',
      },
    ],
  },
  'test-checkout-declined': {
    route: '/billing/test/{id}',
    state: 'payment declined',
    test: 'features/billing/page.test.tsx',
    texts: [
      {
        screen: 'test-billing',
        text: 'The payment was declined',
        trigger: 'Decline was chosen',
        decision: '0',
      },
    ],
  },
  'test-checkout-expired': {
    route: '/billing/test/{id}',
    state: 'expired',
    test: 'features/billing/page.test.tsx',
    texts: [
      {
        screen: 'test-billing',
        text: 'This payment page has expired',
        trigger: 'an expired page is opened',
        decision: '0',
      },
    ],
  },
  'test-checkout-unknown': {
    route: '/billing/test/{id}',
    state: 'unknown',
    test: 'features/billing/page.test.tsx',
    texts: [
      {
        screen: 'test-billing',
        text: 'Payment page not found',
        trigger: 'the address of no page',
        decision: '0',
      },
    ],
  },
  'test-portal-cancelled': {
    route: '/billing/test/{id}',
    state: 'billing portal, canceled',
    test: 'features/billing/page.test.tsx',
    texts: [
      {
        screen: 'test-billing',
        text: 'The subscription ends with this period',
        trigger: 'Cancel subscription was chosen',
        decision: '0',
      },
    ],
  },
  'test-portal-overdue': {
    route: '/billing/test/{id}',
    state: 'billing portal, payment overdue',
    test: 'features/billing/page.test.tsx',
    texts: [
      {
        screen: 'test-billing',
        text: 'Pay the overdue $49.',
        trigger: 'the last payment failed',
        decision: '0',
      },
    ],
  },
  'join-bare': {
    route: '/join',
    state: 'without a link',
    test: 'features/join/page.test.tsx',
    texts: [{ text: 'Join a workspace', as: 'heading' }, { text: 'Open the link in your invitation.' }],
  },
  'join-sign-in-only': {
    route: '/join',
    state: 'signed out, no account can be created',
    test: 'features/join/page.test.tsx',
    texts: [{ text: 'Sign in first. Then you return to this invitation.' }],
  },
  'unsubscribe-done': {
    test: 'features/alert-mail/pages.test.tsx',
    texts: [
      {
        screen: 'alerts',
        text: 'You are unsubscribed',
        trigger: 'an unsubscribe link is followed and its button pressed',
      },
    ],
  },
  'confirm-address-done': {
    route: '/confirm-address',
    state: 'done',
    test: 'features/alert-mail/pages.test.tsx',
    texts: [
      { text: 'Address confirmed', as: 'heading' },
      { text: 'Alerts for Kite are now sent to ops@kite.example.' },
    ],
  },
  'linked-check-deleted': {
    route: '/check/{token}',
    state: 'deleted',
    test: 'features/linked-check/page.test.tsx',
    texts: [
      {
        screen: 'linked-check',
        text: 'This link is deleted',
        trigger: 'someone who has the link deleted it',
        as: 'heading',
      },
    ],
  },
  'headers-nothing-pasted': {
    route: '/headers',
    state: 'nothing pasted',
    test: 'features/headers/page.test.tsx',
    texts: [
      {
        screen: 'headers',
        text: 'Please paste email headers',
        trigger: 'Analyze Headers without headers',
        decision: '2.16',
      },
    ],
  },
  'headers-gone': {
    route: '/headers',
    state: 'a deleted analysis',
    test: 'features/headers/page.test.tsx',
    texts: [{ text: 'This analysis no longer exists' }],
  },
  'headers-refused': {
    test: 'features/headers/page.test.tsx',
    texts: [
      {
        screen: 'headers',
        text: 'Failed to analyze headers',
        trigger: 'the analysis fails without a reason',
        as: 'toast',
      },
    ],
  },
  'headers-virustotal-none': {
    route: '/headers',
    state: 'no reputation',
    test: 'features/headers/reputation-tab.test.tsx',
    texts: [
      {
        screen: 'headers',
        text: 'No reputation results',
        trigger: 'there is nothing',
        decision: '1.2',
      },
      {
        screen: 'headers',
        text: 'No source was asked about the sending address 203.0.113.17: it is not a public one.',
        trigger: 'no address was asked about',
      },
      {
        screen: 'headers',
        text: 'No source was asked about a domain: From has no valid one, and no check passed for one.',
        trigger: 'no domain was asked about',
      },
    ],
  },
  'headers-virustotal-limit': {
    route: '/headers',
    state: 'lookup limit on Starter',
    test: 'features/headers/reputation-tab.test.tsx',
    texts: [
      {
        screen: 'headers',
        text: 'Daily VirusTotal query limit reached. Upgrade for more queries.',
        trigger: 'the lookups of the day are used up',
      },
      {
        screen: 'headers',
        text: 'Upgrade to Pro ($49/mo) for 250 VT queries/day',
        trigger: 'the same, below Pro',
        decision: '1.1',
      },
    ],
  },
  'headers-virustotal-unavailable': {
    route: '/headers',
    state: 'no source answered',
    test: 'features/headers/reputation-tab.test.tsx',
    texts: [
      {
        screen: 'headers',
        text: 'VirusTotal check temporarily unavailable',
        trigger: 'another error',
      },
    ],
  },
  'headers-virustotal-not-configured': {
    route: '/headers',
    state: 'no reputation source',
    test: 'features/headers/reputation-tab.test.tsx',
    texts: [
      {
        screen: 'headers',
        text: 'Threat intelligence is not configured on this server',
        trigger: 'the server has no source of reputation',
        decision: '3.9',
      },
    ],
  },
  'headers-virustotal-all': {
    route: '/headers',
    state: 'all vendors',
    test: 'features/headers/reputation-tab.test.tsx',
    texts: [{ text: 'T3 (Lesser-Known)', as: 'listitem' }],
  },
  'chat-failed': {
    route: '/chat',
    state: 'could not be loaded',
    test: 'features/chat/page.test.tsx',
    texts: [{ text: 'Your messages could not be loaded' }, { text: 'Retry', as: 'button' }],
  },
  'chat-loading': {
    route: '/chat',
    state: 'loading',
    test: 'features/chat/page.test.tsx',
    texts: [{ text: 'Loading your messages' }, { text: 'AI Security Assistant', as: 'heading' }],
  },
  'chat-clear-failed': {
    route: '/chat',
    state: 'clearing failed',
    test: 'features/chat/page.test.tsx',
    texts: [
      {
        screen: 'chat',
        text: 'Failed to clear chat history',
        trigger: 'clearing fails',
        as: 'toast',
      },
    ],
  },
  'chat-send-failed': {
    route: '/chat',
    state: 'a message failed',
    test: 'features/chat/page.test.tsx',
    texts: [
      {
        screen: 'chat',
        text: 'Failed to get AI response',
        trigger: 'the call of a message fails',
        as: 'toast',
      },
    ],
  },
  'chat-stopped': {
    route: '/chat',
    state: 'stopped',
    test: 'features/chat/page.test.tsx',
    texts: [{ text: 'Your message and this answer are not saved.' }, { text: 'It is' }],
  },
  'chat-waiting': {
    route: '/chat',
    state: 'a message waits',
    test: 'features/chat/page.test.tsx',
    texts: [{ text: 'Waiting for the answer...' }, { text: 'Stop', as: 'button' }],
  },
  'alerts-saved': {
    route: '/alerts',
    state: 'saved',
    test: 'features/alerts/page.test.tsx',
    texts: [
      {
        screen: 'alerts',
        text: 'Settings saved',
        trigger: 'a switch is changed',
        decision: '2.11',
        as: 'toast',
      },
    ],
  },
  'alerts-conflict': {
    route: '/alerts',
    state: 'changed elsewhere',
    test: 'features/alerts/page.test.tsx',
    texts: [
      {
        screen: 'alerts',
        text: 'The settings changed elsewhere and were reloaded',
        trigger: 'the server has newer settings',
        decision: '4.19',
      },
    ],
  },
  'alerts-bad-webhook': {
    route: '/alerts',
    state: 'a webhook that is refused',
    test: 'features/alerts/page.test.tsx',
    texts: [{ text: 'A Slack webhook URL begins with https://hooks.slack.com/.' }],
  },
  'alerts-save-failed': {
    route: '/alerts',
    state: 'not saved',
    test: 'features/alerts/page.test.tsx',
    texts: [
      {
        screen: 'alerts',
        text: 'Failed to save settings',
        trigger: 'a save fails',
        as: 'toast',
      },
    ],
  },
  'dashboard-unchecked': {
    route: '/dashboard',
    state: 'nothing wrong, not all checked',
    test: 'features/dashboard/page.test.tsx',
    texts: [
      { text: 'Could not be checked: Open relay (2 domains), DKIM (1 domain).' },
      { text: 'No issues found, but some checks could not run.' },
    ],
  },
  'flattening-empty': {
    route: '/tools/spf-flattening',
    state: 'empty',
    test: 'features/spf-flattening/page.test.tsx',
    texts: [
      {
        screen: 'spf-flattening',
        text: 'No SPF flattening configurations yet',
        trigger: 'there are none',
      },
      {
        screen: 'spf-flattening',
        text: 'Create your first configuration to get started',
        trigger: 'there are none',
      },
    ],
  },
  'flattening-unchanged': {
    test: 'features/spf-flattening/configuration-sheet.test.tsx',
    texts: [
      {
        screen: 'spf-flattening',
        text: 'No upstream changes detected',
        trigger: 'a check finds none',
        as: 'toast',
      },
    ],
  },
  'flattening-changed': {
    test: 'features/spf-flattening/configuration-sheet.test.tsx',
    texts: [
      {
        screen: 'spf-flattening',
        text: 'Upstream changes detected and record updated!',
        trigger: 'a check finds changes',
        as: 'toast',
      },
    ],
  },
  'flattening-checking': {
    route: '/tools/spf-flattening',
    state: 'checking',
    test: 'features/spf-flattening/configuration-sheet.test.tsx',
    texts: [{ text: 'Checking...', as: 'button' }],
  },
  'flattening-edit-start': {
    route: '/tools/spf-flattening',
    state: 'not an SPF record in the edit dialog',
    test: 'features/spf-flattening/configuration-sheet.test.tsx',
    texts: [
      {
        screen: 'spf-flattening',
        text: 'SPF record must start with v=spf1',
        trigger: 'another text is saved',
        as: 'toast',
      },
    ],
  },
  'flattening-update-failed': {
    route: '/tools/spf-flattening',
    state: 'edit refused',
    test: 'features/spf-flattening/configuration-sheet.test.tsx',
    texts: [
      {
        screen: 'spf-flattening',
        text: 'Failed to update SPF. Please try again.',
        trigger: 'the edit fails',
        as: 'toast',
      },
    ],
  },
  'flattening-updated': {
    test: 'features/spf-flattening/configuration-sheet.test.tsx',
    texts: [
      {
        screen: 'spf-flattening',
        text: 'Original SPF updated and re-flattened successfully!',
        trigger: 'the edit is saved',
        as: 'toast',
      },
    ],
  },
  'flattening-delete-included': {
    route: '/tools/spf-flattening',
    state: 'delete while included',
    test: 'features/spf-flattening/configuration-sheet.test.tsx',
    texts: [
      { text: 'The SPF record of kite.example still includes it.', as: 'alertdialog' },
      { text: 'Delete anyway', as: 'button' },
    ],
  },
  'flattening-deleted': {
    test: 'features/spf-flattening/configuration-sheet.test.tsx',
    texts: [
      {
        screen: 'spf-flattening',
        text: 'Configuration deleted successfully',
        trigger: 'a configuration is deleted',
        as: 'toast',
      },
    ],
  },
  'flattening-none': {
    test: 'features/spf-flattening/create-form.test.tsx',
    texts: [
      {
        screen: 'spf-flattening',
        text: 'No SPF record found for this domain. Please enter it manually.',
        trigger: 'the scan found no record',
        as: 'toast',
      },
    ],
  },
  'flattening-fetch-failed': {
    route: '/tools/spf-flattening',
    state: 'the record could not be fetched',
    test: 'features/spf-flattening/create-form.test.tsx',
    texts: [
      {
        screen: 'spf-flattening',
        text: 'Could not auto-fetch SPF record. Please enter it manually.',
        trigger: 'the scan could not be fetched',
        as: 'toast',
      },
    ],
  },
  'flattening-no-scan': {
    route: '/tools/spf-flattening',
    state: 'no scan',
    test: 'features/spf-flattening/create-form.test.tsx',
    texts: [
      {
        screen: 'spf-flattening',
        text: 'This may take 30-60 seconds',
        trigger: 'the domain has no scan',
        as: 'alertdialog',
      },
    ],
  },
  'flattening-declined': {
    test: 'features/spf-flattening/create-form.test.tsx',
    texts: [
      {
        screen: 'spf-flattening',
        text: 'Please enter the SPF record manually, or run a scan first.',
        trigger: 'the scan is declined',
        as: 'toast',
      },
    ],
  },
  'flattening-scan-failed': {
    test: 'features/spf-flattening/create-form.test.tsx',
    texts: [
      {
        screen: 'spf-flattening',
        text: 'Scan failed. Please try again or enter SPF record manually.',
        trigger: 'the offered scan fails',
        as: 'toast',
      },
    ],
  },
  'flattening-stale': {
    route: '/tools/spf-flattening',
    state: 'an old scan',
    test: 'features/spf-flattening/create-form.test.tsx',
    texts: [
      {
        screen: 'spf-flattening',
        text: 'may take up to 60 seconds',
        trigger: 'the scan is stale',
      },
    ],
  },
  'flattening-no-spf': {
    route: '/tools/spf-flattening',
    state: 'not an SPF record',
    test: 'features/spf-flattening/create-form.test.tsx',
    texts: [
      {
        screen: 'spf-flattening',
        text: 'SPF record must start with "v=spf1"',
        trigger: 'the form has another text',
      },
    ],
  },
  'share-empty': {
    route: '/diagnostics/{id}',
    state: 'share links: none',
    test: 'features/diagnostics/sharing/share-dialog.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'Share this report',
        trigger: 'Share is pressed',
      },
      {
        screen: 'diagnostics',
        text: 'No links yet.',
        trigger: 'a domain without links',
      },
    ],
  },
  'share-revoke': {
    route: '/diagnostics/{id}',
    state: 'share links: revoke one',
    test: 'features/diagnostics/sharing/share-dialog.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'The link stops working at once.',
        trigger: 'Revoke is pressed',
      },
    ],
  },
  'share-locked': {
    route: '/diagnostics/{id}',
    state: 'share links on Starter',
    test: 'features/diagnostics/sharing/share-dialog.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'Links that you have created keep working until they expire.',
        trigger: 'the plan has no exports',
      },
    ],
  },
  'share-viewer': {
    route: '/diagnostics/{id}',
    state: 'share links: a viewer',
    test: 'features/diagnostics/sharing/share-dialog.test.tsx',
    texts: [{ text: 'Create link', as: 'button' }],
  },
  'landing-check-invalid': {
    route: '/',
    state: 'check: no domain',
    test: 'features/landing/check-run.test.tsx',
    texts: [{ text: 'Please enter a valid domain name' }],
  },
  'landing-check-limit': {
    route: '/',
    state: 'check: limit of the hour',
    test: 'features/landing/check-run.test.tsx',
    texts: [{ text: 'You have used your free checks' }, { text: 'Create a free account', as: 'button' }],
  },
  'landing-check-busy': {
    route: '/',
    state: 'check: all slots in use',
    test: 'features/landing/check-run.test.tsx',
    texts: [{ text: 'All check slots are in use.' }, { text: 'Try again', as: 'button' }],
  },
  'landing-checked-link-failed': {
    route: '/',
    state: 'check: no link',
    test: 'features/landing/check-link.test.tsx',
    texts: [
      {
        screen: 'landing',
        text: 'The server no longer has this report. Check the domain again to get a link.',
        trigger: 'the check is older than an hour',
      },
      {
        screen: 'landing',
        text: 'Check again and copy link',
        trigger: 'the check is older than an hour, or another process made it',
        as: 'button',
      },
    ],
  },
  'alerts-loading': {
    route: '/alerts',
    state: 'loading',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Loading alert settings' }],
  },
  'analytics-loading': {
    route: '/analytics',
    state: 'loading',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Loading the analytics' }],
  },
  'api-keys-loading': {
    route: '/account',
    state: 'API keys load',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Loading the API keys' }],
  },
  'api-reference-loading': {
    route: '/api-reference',
    state: 'loading',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Loading the API reference' }],
  },
  'blocklists-loading': {
    route: '/account',
    state: 'blocklists loading',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Loading the blocklists' }],
  },
  'diagnostics-history-loading': {
    route: '/diagnostics/{id}',
    state: 'score history loading',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Loading the score history' }],
  },
  'diagnostics-selectors-loading': {
    route: '/diagnostics/{id}',
    state: 'selectors loading',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Loading the selectors of this domain' }],
  },
  'flattening-loading': {
    route: '/tools/spf-flattening',
    state: 'loading',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Loading SPF configurations' }],
  },
  'headers-loading': {
    route: '/headers',
    state: 'loading',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Loading the analysis' }],
  },
  'join-loading': {
    route: '/join',
    state: 'loading',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Loading the invitation' }],
  },
  'linked-check-loading': {
    route: '/check/{token}',
    state: 'loading',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Loading the report' }],
  },
  'report-identity-loading': {
    route: '/account',
    state: 'reports loading',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Loading the name and logo' }],
  },
  'security-loading': {
    route: '/account',
    state: 'sessions load',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Loading your sessions' }],
  },
  'share-loading': {
    route: '/diagnostics/{id}',
    state: 'share links loading',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Loading the links' }],
  },
  'shared-report-loading': {
    route: '/shared/{token}',
    state: 'loading',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Loading the report' }],
  },
  'test-checkout-loading': {
    route: '/billing/test/{id}',
    state: 'loading',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Loading the payment' }],
  },
  'dns-history-loading': {
    route: '/dns-history',
    state: 'loading',
    test: 'app/load-states.test.tsx',
    texts: [{ screen: 'dns-history', text: 'Loading DNS changes...', trigger: 'the changes load' }],
  },
  'workspace-loading': {
    route: '/account',
    state: 'members load',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Loading the members' }, { text: 'Loading the invitations' }],
  },
  'analytics-failed': {
    route: '/analytics',
    state: 'could not be loaded',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'The analytics could not be loaded' }, { text: 'Retry', as: 'button' }],
  },
  'api-keys-failed': {
    route: '/account',
    state: 'API keys could not be loaded',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'The API keys could not be loaded' }, { text: 'Retry', as: 'button' }],
  },
  'blocklists-failed': {
    route: '/account',
    state: 'blocklists failed',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'The blocklists could not be loaded' }, { text: 'Retry', as: 'button' }],
  },
  'join-failed': {
    route: '/join',
    state: 'could not be loaded',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'The invitation could not be loaded' }, { text: 'Retry', as: 'button' }],
  },
  'linked-check-failed': {
    route: '/check/{token}',
    state: 'could not be loaded',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'The report could not be loaded' }, { text: 'Retry', as: 'button' }],
  },
  'report-identity-failed': {
    route: '/account',
    state: 'reports could not be loaded',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'The name and logo could not be loaded' }, { text: 'Retry', as: 'button' }],
  },
  'security-failed': {
    route: '/account',
    state: 'sessions could not be loaded',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Your sessions could not be loaded' }, { text: 'Retry', as: 'button' }],
  },
  'share-failed': {
    route: '/diagnostics/{id}',
    state: 'share links could not be loaded',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'The links could not be loaded' }, { text: 'Retry', as: 'button' }],
  },
  'test-checkout-failed': {
    route: '/billing/test/{id}',
    state: 'could not be loaded',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'This page could not be loaded' }, { text: 'Retry', as: 'button' }],
  },
  'watched-addresses-failed': {
    route: '/alerts',
    state: 'watched addresses could not be loaded',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Watched addresses could not be loaded' }, { text: 'Retry', as: 'button' }],
  },
  'flattening-history-failed': {
    route: '/tools/spf-flattening',
    state: 'version history could not be loaded',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'The version history could not be loaded' }, { text: 'Retry', as: 'button' }],
  },
  'alerts-failed': {
    route: '/alerts',
    state: 'could not be loaded',
    test: 'app/load-states.test.tsx',
    texts: [
      {
        screen: 'alerts',
        text: 'Failed to load settings',
        trigger: 'the settings fail to load',
        as: 'toast',
      },
      { text: 'Alert settings could not be loaded' },
    ],
  },
  'api-reference-failed': {
    route: '/api-reference',
    state: 'could not be loaded',
    test: 'app/load-states.test.tsx',
    texts: [
      {
        screen: 'api-reference',
        text: 'The API reference could not be loaded',
        trigger: 'the document could not be loaded',
        decision: '1.8',
      },
    ],
  },
  'diagnostics-history-failed': {
    route: '/diagnostics/{id}',
    state: 'score history could not be loaded',
    test: 'app/load-states.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'The score history could not be loaded',
        trigger: 'the server fails',
      },
    ],
  },
  'diagnostics-selectors-failed': {
    route: '/diagnostics/{id}',
    state: 'selectors could not be loaded',
    test: 'app/load-states.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'The selectors of this domain could not be loaded',
        trigger: 'the selectors cannot be loaded',
      },
    ],
  },
  'flattening-failed': {
    route: '/tools/spf-flattening',
    state: 'could not be loaded',
    test: 'app/load-states.test.tsx',
    texts: [
      {
        screen: 'spf-flattening',
        text: 'Failed to load SPF configurations',
        trigger: 'the list fails to load',
        as: 'toast',
      },
      {
        screen: 'spf-flattening',
        text: 'SPF configurations could not be loaded',
        trigger: 'the list fails to load',
        decision: '2.15',
      },
    ],
  },
  'diagnostics-history-empty': {
    route: '/diagnostics/{id}',
    state: 'no score history',
    test: 'app/load-states.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'No scans in the last 24 months.',
        trigger: 'no scan is kept',
      },
    ],
  },
  'workspace-failed': {
    route: '/account',
    state: 'members could not be loaded',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'The members could not be loaded' }, { text: 'The invitations could not be loaded' }],
  },
  'analytics-gone': {
    route: '/analytics',
    state: 'a domain that is gone',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'This domain is no longer in your list' }],
  },
  'dns-history-gone': {
    route: '/dns-history',
    state: 'a domain that is gone',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'This domain is no longer in your list' }],
  },
  'analytics-no-domains': {
    route: '/analytics',
    state: 'no domains',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'No domains yet' }, { text: 'Add a domain', as: 'link' }],
  },
  'dashboard-issues-failed': {
    route: '/dashboard',
    state: 'issues could not be loaded',
    test: 'features/dashboard/page.test.tsx',
    texts: [
      {
        screen: 'dashboard',
        text: 'Issue Breakdown could not be loaded',
        trigger: 'its call failed',
        decision: '2.15',
      },
    ],
  },
  'dashboard-actions-failed': {
    route: '/dashboard',
    state: 'actions could not be loaded',
    test: 'features/dashboard/page.test.tsx',
    texts: [{ text: 'Priority Actions could not be loaded' }, { text: 'Retry', as: 'button' }],
  },
  'dashboard-activity-failed': {
    route: '/dashboard',
    state: 'activity could not be loaded',
    test: 'features/dashboard/page.test.tsx',
    texts: [{ text: 'Recent Activity could not be loaded' }, { text: 'Retry', as: 'button' }],
  },
  'diagnostics-pdf-running': {
    test: 'features/diagnostics/export-report.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'Generating PDF...',
        trigger: 'Export PDF',
        as: 'toast',
      },
    ],
  },
  'diagnostics-csv-running': {
    test: 'features/diagnostics/export-report.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'Generating CSV...',
        trigger: 'Export CSV',
        as: 'toast',
      },
    ],
  },
  'diagnostics-pdf-failed': {
    test: 'features/diagnostics/export-report.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'Failed to generate PDF',
        trigger: 'the export fails',
        as: 'toast',
      },
    ],
  },
  'diagnostics-csv-failed': {
    test: 'features/diagnostics/export-report.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'Failed to generate CSV',
        trigger: 'the export fails',
        as: 'toast',
      },
    ],
  },
  'diagnostics-pdf-domain-gone': {
    test: 'features/diagnostics/export-report.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'Domain not loaded',
        trigger: 'the domain was deleted elsewhere before an export',
        as: 'toast',
      },
    ],
  },
  'headers-export-gone': {
    test: 'features/headers/export.test.tsx',
    texts: [
      {
        screen: 'headers',
        text: 'Failed to export PDF: No analysis to export',
        trigger: 'the analysis was deleted',
        as: 'toast',
      },
    ],
  },
  'headers-export-failed': {
    test: 'features/headers/export.test.tsx',
    texts: [
      {
        screen: 'headers',
        text: 'Failed to export PDF: HTTP 500',
        trigger: 'the export fails',
        as: 'toast',
      },
    ],
  },
  'headers-export-empty': {
    test: 'features/headers/export.test.tsx',
    texts: [
      {
        screen: 'headers',
        text: 'Failed to export PDF: Received empty PDF',
        trigger: 'the file is empty',
        as: 'toast',
      },
    ],
  },
  'assistant-waiting': {
    route: '/diagnostics/{id}',
    state: 'assistant: waiting',
    test: 'components/assistant/ask-ai.test.tsx',
    texts: [{ text: 'Analyzing...' }, { text: 'Stop', as: 'button' }],
  },
  'assistant-outdated': {
    route: '/diagnostics/{id}',
    state: 'assistant: a new scan is ready',
    test: 'components/assistant/ask-ai.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'A new scan is ready. Close and open the panel to analyze it.',
        trigger: 'a scan ends while the panel is open',
      },
    ],
  },
  'assistant-failed': {
    route: '/diagnostics/{id}',
    state: 'assistant: failed',
    test: 'components/assistant/ask-ai.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'Failed to generate analysis. Please try again.',
        trigger: 'the analysis fails',
      },
    ],
  },
  'assistant-stopped': {
    route: '/diagnostics/{id}',
    state: 'assistant: stopped',
    test: 'components/assistant/ask-ai.test.tsx',
    texts: [{ text: 'You stopped this answer.' }, { text: 'All is' }],
  },
  'assistant-question-waiting': {
    route: '/diagnostics/{id}',
    state: 'assistant: a question waits',
    test: 'components/assistant/ask-ai.test.tsx',
    texts: [{ text: 'Waiting for the answer...' }, { text: 'Stop', as: 'button' }],
  },
  'assistant-no-response': {
    route: '/diagnostics/{id}',
    state: 'assistant: no response',
    test: 'components/assistant/ask-ai.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'Failed to get response. Please try again.',
        trigger: 'an answer fails',
      },
    ],
  },
  'domains-delete-included': {
    route: '/domains',
    state: 'delete while a hosted record is included',
    test: 'features/domains/delete-domain-dialog.test.tsx',
    texts: [
      { text: 'The SPF record of kite.example still includes a hosted one.', as: 'alertdialog' },
      { text: 'Delete anyway', as: 'button' },
    ],
  },
  'domains-delete-failed': {
    test: 'features/domains/delete-domain-dialog.test.tsx',
    texts: [
      {
        screen: 'domains',
        text: 'Failed to delete domain',
        trigger: 'deleting fails',
        as: 'toast',
      },
    ],
  },
  'headers-high': {
    test: 'features/headers/threat-card.test.tsx',
    texts: [{ screen: 'headers', text: 'High', trigger: 'a score of 70 or more', decision: '3.3' }],
  },
  'audit-log-partial': {
    route: '/account',
    state: 'audit log, earlier events could not be loaded',
    test: 'features/account/audit-log.test.tsx',
    texts: [{ text: 'Earlier events could not be loaded' }, { text: 'Retry', as: 'button' }],
  },
  'dns-history-no-match': {
    route: '/dns-history',
    state: 'nothing of this severity',
    test: 'features/dns-history/page.test.tsx',
    texts: [{ text: 'No critical changes' }],
  },
  'domains-add-empty': {
    route: '/domains',
    state: 'add: empty name',
    test: 'features/domains/add-domain-dialog.test.tsx',
    texts: [
      {
        screen: 'domains',
        text: 'Please enter a domain name',
        trigger: 'an empty name is sent',
      },
    ],
  },
  'domains-add-invalid': {
    route: '/domains',
    state: 'add: no domain',
    test: 'features/domains/add-domain-dialog.test.tsx',
    texts: [
      {
        screen: 'domains',
        text: 'Please enter a valid domain name',
        as: 'toast',
        trigger: 'a name that is no domain',
        decision: '4.3',
      },
    ],
  },
  'domains-add-duplicate': {
    test: 'features/domains/add-domain-dialog.test.tsx',
    texts: [
      {
        screen: 'domains',
        text: 'Domain already added',
        as: 'toast',
        trigger: 'the same domain again',
        decision: '4.3',
      },
    ],
  },
  'domains-add-failed': {
    test: 'features/domains/add-domain-dialog.test.tsx',
    texts: [
      {
        screen: 'domains',
        text: 'Failed to add domain',
        as: 'toast',
        trigger: 'adding fails without a detail',
      },
    ],
  },
  'domains-list-nothing': {
    test: 'features/domains/add-domain-dialog.test.tsx',
    texts: [
      {
        screen: 'domains',
        text: 'Please enter a domain name',
        trigger: 'a list without a name is sent',
      },
    ],
  },
  'domains-list-too-many': {
    route: '/domains',
    state: 'add many: too many',
    test: 'features/domains/add-domain-dialog.test.tsx',
    texts: [
      {
        screen: 'domains',
        text: 'You can add at most 1,000 domains at a time',
        trigger: 'a list of too many names',
      },
    ],
  },
  'domains-list-too-large': {
    test: 'features/domains/add-domain-dialog.test.tsx',
    texts: [
      {
        screen: 'domains',
        text: 'You can add at most 64 KB of text at a time',
        trigger: 'a list that is too large',
      },
    ],
  },
  'domains-tags-too-long': {
    route: '/domains',
    state: 'change tags: too long',
    test: 'features/domains/tags-dialog.test.tsx',
    texts: [
      {
        screen: 'domains',
        text: 'A tag can have at most 32 characters',
        trigger: 'a longer tag is added',
      },
    ],
  },
  'domains-tags-failed': {
    test: 'features/domains/tags-dialog.test.tsx',
    texts: [
      {
        screen: 'domains',
        text: 'Failed to save the tags',
        as: 'toast',
        trigger: 'changing tags fails without a detail',
      },
    ],
  },
  'diagnostics-selector-empty': {
    test: 'features/diagnostics/dkim/selector-field.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'Please enter a DKIM selector, the value after s= in a DKIM-Signature',
        trigger: 'an empty selector',
      },
    ],
  },
  'diagnostics-selector-refused': {
    route: '/diagnostics/{id}',
    state: 'selector refused',
    test: 'features/diagnostics/dkim/selector-field.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'Please enter a DKIM selector, the value after s= in a DKIM-Signature',
        trigger: 'a selector that is none',
      },
    ],
  },
  'diagnostics-selector-again': {
    test: 'features/diagnostics/dkim/selector-field.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'Selector already added',
        trigger: 'the same selector again',
      },
    ],
  },
  'diagnostics-selector-failed': {
    test: 'features/diagnostics/dkim/selector-field.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'The selector could not be added',
        trigger: 'adding fails without a detail',
      },
    ],
  },
  'diagnostics-decide-late': {
    test: 'features/diagnostics/decisions/decision-form.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'Please choose an expiry within the next two years',
        trigger: 'a last day far away',
      },
    ],
  },
  'diagnostics-decide-refused': {
    route: '/diagnostics/{id}',
    state: 'accept or mute: refused',
    test: 'features/diagnostics/decisions/decision-form.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'A note can only have visible characters',
        trigger: 'the server refuses the note',
      },
    ],
  },
  'diagnostics-decide-failed': {
    test: 'features/diagnostics/decisions/decision-form.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'The decision could not be saved',
        trigger: 'the server fails',
      },
    ],
  },
  'diagnostics-undo-failed': {
    test: 'features/diagnostics/decisions/decision-form.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'The decision could not be undone',
        trigger: 'the server fails',
        as: 'toast',
      },
    ],
  },
  'api-keys-full-access': {
    route: '/account',
    state: 'form for an API key with full access',
    test: 'features/account/api-access.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'Members, keys, billing and deletion stay with people. You need a sign-in within the last 10 minutes.',
        trigger: 'full access is chosen for a new key',
        decision: '8',
      },
    ],
  },
  'blocklists-kept': {
    route: '/account',
    state: 'blocklists kept after a downgrade',
    test: 'features/account/blocklists.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'Your choices are kept, but scans do not use them now.',
        trigger: 'after a downgrade',
        decision: '1.8',
      },
    ],
  },
  'flattening-loaded-older': {
    test: 'features/spf-flattening/create-form.test.tsx',
    texts: [
      {
        screen: 'spf-flattening',
        text: 'SPF record loaded successfully! (scanned 4 days ago)',
        trigger: 'the scan is older',
        as: 'toast',
      },
    ],
  },
  'flattening-loaded-yesterday': {
    test: 'features/spf-flattening/create-form.test.tsx',
    texts: [
      {
        screen: 'spf-flattening',
        text: 'SPF record loaded successfully! (scanned yesterday)',
        trigger: 'the scan is one day old',
        as: 'toast',
      },
    ],
  },
  'flattening-create-failed': {
    test: 'features/spf-flattening/create-form.test.tsx',
    texts: [
      {
        screen: 'spf-flattening',
        text: 'Failed to create SPF flattening configuration',
        trigger: 'the server fails',
        as: 'toast',
      },
    ],
  },
  'flattening-check-failed': {
    test: 'features/spf-flattening/configuration-sheet.test.tsx',
    texts: [
      {
        screen: 'spf-flattening',
        text: 'Failed to check for upstream changes',
        trigger: 'a check fails',
        as: 'toast',
      },
    ],
  },
  'flattening-delete-failed': {
    test: 'features/spf-flattening/configuration-sheet.test.tsx',
    texts: [
      {
        screen: 'spf-flattening',
        text: 'Failed to delete configuration',
        trigger: 'the deletion fails',
        as: 'toast',
      },
    ],
  },
  'dns-history-filtered': {
    route: '/dns-history',
    state: 'one domain, critical changes',
    test: 'features/dns-history/page.test.tsx',
    texts: [{ text: '2 Critical', as: 'button' }],
  },
  'confirm-address-expired': {
    route: '/confirm-address',
    state: 'expired',
    test: 'features/alert-mail/pages.test.tsx',
    texts: [{ text: 'This confirmation link has expired.' }],
  },
  'linked-check-incomplete': {
    route: '/check/{token}',
    state: 'incomplete',
    test: 'features/linked-check/page.test.tsx',
    texts: [
      {
        screen: 'linked-check',
        text: 'This link is incomplete',
        trigger: 'the address is no link',
        as: 'heading',
      },
    ],
  },
  'spf-builder-load-failed': {
    route: '/tools/spf-builder',
    state: 'could not be loaded',
    test: 'app/load-states.test.tsx',
    texts: [
      {
        screen: 'spf-builder',
        text: 'Failed to load domains',
        trigger: 'the domains cannot be loaded',
        as: 'toast',
      },
    ],
  },
  'dmarc-builder-load-failed': {
    test: 'app/load-states.test.tsx',
    texts: [
      {
        screen: 'dmarc-builder',
        text: 'Failed to load domains',
        trigger: 'the domains cannot be loaded',
        as: 'toast',
      },
    ],
  },
  'spf-builder-not-found': {
    route: '/spf-wizard/{id}',
    state: 'no such domain',
    test: 'app/load-states.test.tsx',
    texts: [
      {
        screen: 'spf-builder',
        text: 'Domain not found',
        trigger: 'the domain of the address is not in the list',
        as: 'heading',
      },
    ],
  },
  'dmarc-builder-not-found': {
    test: 'app/load-states.test.tsx',
    texts: [
      {
        screen: 'dmarc-builder',
        text: 'Domain not found',
        trigger: 'the domain of the address is not in the list',
        as: 'heading',
      },
    ],
  },
  'spf-builder-loading': {
    route: '/spf-wizard/{id}',
    state: 'loading',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Loading the domain' }],
  },
  'join-used': {
    route: '/join',
    state: 'used',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'This invitation has already been used. Ask for a new one.' }],
  },
  'join-unknown': {
    route: '/join',
    state: 'unknown',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'This invitation does not exist. It may have been revoked.' }],
  },
  'share-refused': {
    route: '/diagnostics/{id}',
    state: 'share links: one too many',
    test: 'app/load-states.test.tsx',
    texts: [
      {
        screen: 'diagnostics',
        text: 'A domain can have at most 20 share links. Revoke one first.',
        as: 'toast',
        trigger: 'one link too many',
      },
    ],
  },
  'api-reference-no-match': {
    route: '/api-reference',
    state: 'no call found',
    test: 'app/load-states.test.tsx',
    texts: [
      {
        screen: 'api-reference',
        text: 'No call has all of these words.',
        trigger: 'a search without a result',
        decision: '1.8',
      },
    ],
  },
  'watched-addresses-refused': {
    route: '/alerts',
    state: 'a range that is refused',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'A range can have at most 256 addresses.' }],
  },
  'flattening-no-domains': {
    route: '/tools/spf-flattening',
    state: 'an account without domains',
    test: 'app/load-states.test.tsx',
    texts: [
      {
        screen: 'spf-flattening',
        text: 'No domains found. Please add a domain first in the Domains section.',
        trigger: 'there are no domains',
      },
    ],
  },
  'subdomain-spf-nothing-set': {
    route: '/tools/subdomain-spf',
    state: 'asked for nothing',
    test: 'app/load-states.test.tsx',
    texts: [
      {
        screen: 'subdomain-spf',
        text: 'Please enter your domain',
        trigger: 'records are asked for without a domain',
      },
    ],
  },
  'payment-paid': {
    route: '/account',
    state: 'payment successful',
    test: 'features/account/payment-return.test.tsx',
    texts: [
      {
        screen: 'account',
        text: 'Payment successful. Your plan is now Pro.',
        trigger: 'the payment was made',
        decision: '5.5',
      },
    ],
  },
  'api-keys-viewer': {
    route: '/account',
    state: 'API keys for a viewer',
    test: 'features/account/api-access.test.tsx',
    texts: [
      { text: 'Your role in this workspace does not allow this. Ask an admin or owner.', as: 'toast' },
      { text: 'Theirs' },
    ],
  },
  'headers-repeated': {
    route: '/headers',
    state: 'a repeated field',
    test: 'features/headers/headers-tab.test.tsx',
    texts: [{ screen: 'headers', text: 'From, there twice', trigger: 'a field is repeated' }],
  },
  'unsubscribe-unknown': {
    route: '/unsubscribe',
    state: 'unknown',
    test: 'features/alert-mail/pages.test.tsx',
    texts: [{ text: 'This link is unknown. It may have been replaced by a newer one.' }],
  },
  'test-portal-expired': {
    route: '/billing/test/{id}',
    state: 'billing portal expired',
    test: 'features/billing/page.test.tsx',
    texts: [{ text: 'This portal has expired' }, { text: 'Back to your account', as: 'link' }],
  },
  'analytics-locked': {
    route: '/analytics',
    state: 'locked',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Enhanced analytics is not part of your Pro plan' }],
  },
  'report-identity-empty': {
    route: '/account',
    state: 'reports: nothing set',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Choose a logo', as: 'button' }, { text: 'Name on reports' }],
  },
  'diagnostics-history-one': {
    route: '/diagnostics/{id}',
    state: 'score history of one scan',
    test: 'app/load-states.test.tsx',
    texts: [{ text: 'Trend starts with your second scan.' }, { text: '1 scan' }],
  },
} as const satisfies Record<string, HeldState>
