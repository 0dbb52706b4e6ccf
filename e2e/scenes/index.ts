/**
 * A scene shows one state of one screen in the running product. The text catalogue and the screen manifest use scenes.
 * If a state needs a fault (a failing server, a slow reply), the fault is injected between browser and server;
 * everything else is the real product.
 */

import { accountScenes } from './account.ts'
import { actionScenes } from './actions.ts'
import { alertMailScenes } from './alert-mail.ts'
import { alertScenes } from './alerts.ts'
import { analyticsScenes } from './analytics.ts'
import { apiAccessScenes } from './api-access.ts'
import { apiReferenceScenes } from './api-reference.ts'
import { assistantScenes } from './assistant.ts'
import { auditLogScenes } from './audit-log.ts'
import { billingScenes } from './billing.ts'
import { blocklistScenes } from './blocklists.ts'
import { cardScenes } from './cards.ts'
import { changedScenes } from './changed.ts'
import { changeScenes } from './changes.ts'
import { chatScenes } from './chat.ts'
import { dashboardScenes } from './dashboard.ts'
import { decisionScenes } from './decisions.ts'
import { diagnosticsScenes } from './diagnostics.ts'
import { dmarcBuilderScenes } from './dmarc-builder.ts'
import { dnsHistoryScenes } from './dns-history.ts'
import { domainListScenes } from './domain-lists.ts'
import { domainTagScenes } from './domain-tags.ts'
import { domainsScenes } from './domains.ts'
import { figureScenes } from './figures.ts'
import { flatteningFormScenes } from './flattening-form.ts'
import { headerScenes } from './headers.ts'
import { landingScenes } from './landing.ts'
import { legalScenes } from './legal.ts'
import { paletteScenes } from './palette.ts'
import { publishingScenes } from './publishing.ts'
import { readOnlyScenes } from './read-only.ts'
import { reportIdentityScenes } from './report-identity.ts'
import type { Scene } from './scene.ts'
import { scheduleScenes } from './schedules.ts'
import { securityScenes } from './security.ts'
import { sharingScenes } from './sharing.ts'
import { spfBuilderScenes } from './spf-builder.ts'
import { spfFlatteningScenes } from './spf-flattening.ts'
import { testBillingScenes } from './test-billing.ts'
import { toolsScenes } from './tools.ts'
import { visitorCheckScenes } from './visitor-check.ts'
import { watchedAddressScenes } from './watched-addresses.ts'
import { workspaceScenes } from './workspace.ts'

const all = {
  ...landingScenes,
  ...legalScenes,
  ...dashboardScenes,
  ...domainsScenes,
  ...domainTagScenes,
  ...domainListScenes,
  ...diagnosticsScenes,
  ...cardScenes,
  ...decisionScenes,
  ...changeScenes,
  ...changedScenes,
  ...figureScenes,
  ...analyticsScenes,
  ...accountScenes,
  ...billingScenes,
  ...testBillingScenes,
  ...actionScenes,
  ...workspaceScenes,
  ...apiAccessScenes,
  ...apiReferenceScenes,
  ...auditLogScenes,
  ...securityScenes,
  ...blocklistScenes,
  ...toolsScenes,
  ...spfFlatteningScenes,
  ...flatteningFormScenes,
  ...dnsHistoryScenes,
  ...headerScenes,
  ...assistantScenes,
  ...chatScenes,
  ...alertScenes,
  ...alertMailScenes,
  ...watchedAddressScenes,
  ...scheduleScenes,
  ...readOnlyScenes,
  ...sharingScenes,
  ...visitorCheckScenes,
  ...reportIdentityScenes,
  ...spfBuilderScenes,
  ...dmarcBuilderScenes,
  ...publishingScenes,
  ...paletteScenes,
}

export type SceneName = keyof typeof all

export const scenes: Readonly<Record<SceneName, Scene>> = all

export { openCard } from './report.ts'
