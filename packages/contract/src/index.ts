import * as account from './account.ts'
import * as activity from './activity.ts'
import * as alerts from './alerts.ts'
import * as analytics from './analytics.ts'
import * as apiKeys from './api-keys.ts'
import * as assistant from './assistant.ts'
import * as audit from './audit.ts'
import * as blocklists from './blocklists.ts'
import * as dashboard from './dashboard.ts'
import * as decisions from './decisions.ts'
import * as diagnostics from './diagnostics.ts'
import * as dmarc from './dmarc.ts'
import * as domains from './domains.ts'
import type { Endpoint } from './endpoint.ts'
import * as flattening from './flattening.ts'
import * as headers from './headers.ts'
import * as monitoring from './monitoring.ts'
import * as ownAccount from './own-account.ts'
import * as payments from './payments.ts'
import * as records from './records.ts'
import * as reportIdentity from './report-identity.ts'
import * as sharing from './sharing.ts'
import * as spf from './spf.ts'
import * as visitorCheck from './visitor-check.ts'
import * as watchedAddresses from './watched-addresses.ts'
import * as workspace from './workspace.ts'

export * from './account.ts'
export * from './activity.ts'
export * from './alerts.ts'
export * from './analytics.ts'
export * from './api-keys.ts'
export * from './assistant.ts'
export * from './audit.ts'
export * from './blocklists.ts'
export type { BuilderWarning } from './builder-parts.ts'
export * from './dashboard.ts'
export * from './decisions.ts'
export * from './diagnostics.ts'
export * from './dmarc.ts'
export * from './domains.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './flattening.ts'
export * from './headers.ts'
export * from './identity.route.ts'
export * from './key-access.ts'
export { limits } from './limits.ts'
export * from './measure-lengths.ts'
export * from './monitoring.ts'
export * from './own-account.ts'
export * as listWording from './own-blocklists.ts'
export * from './own-identity.route.ts'
export * from './payments.ts'
export * from './records.ts'
export * from './report-identity.route.ts'
export * from './report-identity.ts'
export * from './sharing.route.ts'
export * from './sharing.ts'
export * from './spf.ts'
export * from './visitor-check.route.ts'
export * from './visitor-check.ts'
export * from './watched-addresses.ts'
export * as wording from './wording.ts'
export * from './workspace.ts'

/** Every endpoint there is: what the server must serve, and what the isolation matrix walks. */
export const endpoints: readonly Endpoint[] = [
  account.config,
  account.me,
  account.scansThisMonth,
  account.chatToday,
  account.vtUsage,
  account.dashboardStats,
  activity.activityFeed,
  dashboard.issueBreakdown,
  dashboard.priorityActions,
  domains.listDomains,
  domains.addDomain,
  domains.addDomains,
  domains.deleteDomain,
  domains.latestScan,
  domains.scanHistory,
  analytics.domainAnalytics,
  domains.setTags,
  domains.changeTags,
  domains.setSchedule,
  domains.listSelectors,
  domains.addSelector,
  domains.deleteSelector,
  decisions.listDecisions,
  decisions.decide,
  decisions.deleteDecision,
  diagnostics.startScan,
  diagnostics.scanResults,
  diagnostics.exportCsv,
  diagnostics.exportPdf,
  diagnostics.exportJson,
  sharing.shareReport,
  sharing.listShares,
  sharing.revokeShare,
  sharing.sharedReport,
  monitoring.listChanges,
  monitoring.countChanges,
  spf.savedSpf,
  spf.generateSpf,
  spf.previewSpf,
  dmarc.savedDmarc,
  dmarc.generateDmarc,
  records.checkRecord,
  flattening.listFlattening,
  flattening.flatten,
  flattening.checkFlattening,
  flattening.decideFlattening,
  flattening.listVersions,
  flattening.deleteFlattening,
  headers.analyzeHeaders,
  headers.listHeaders,
  headers.readHeaders,
  headers.deleteHeaders,
  headers.exportHeadersPdf,
  assistant.analyzeScan,
  assistant.askAboutScan,
  assistant.analyzeMessage,
  assistant.askAboutMessage,
  assistant.chatHistory,
  assistant.chatQuery,
  assistant.clearChat,
  visitorCheck.visitorCheck,
  visitorCheck.linkCheck,
  visitorCheck.linkedCheck,
  visitorCheck.deleteCheckLink,
  watchedAddresses.listWatched,
  watchedAddresses.addWatched,
  watchedAddresses.deleteWatched,
  blocklists.listBlocklists,
  blocklists.setBlocklistsOff,
  blocklists.addBlocklist,
  blocklists.deleteBlocklist,
  workspace.renameWorkspace,
  reportIdentity.reportIdentity,
  reportIdentity.setReportIdentity,
  reportIdentity.deleteReportLogo,
  workspace.listMembers,
  workspace.setRole,
  workspace.removeMember,
  workspace.leaveWorkspace,
  workspace.listInvitations,
  workspace.invite,
  workspace.revokeInvitation,
  workspace.readInvitation,
  workspace.acceptInvitation,
  apiKeys.listApiKeys,
  apiKeys.createApiKey,
  apiKeys.revokeApiKey,
  ownAccount.accountDeletion,
  ownAccount.deleteAccount,
  ownAccount.restoreAccount,
  audit.auditLog,
  ownAccount.exportAccount,
  ownAccount.listSessions,
  ownAccount.endSession,
  ownAccount.endOtherSessions,
  payments.subscription,
  payments.scheduledDowngrade,
  payments.checkoutStatus,
  payments.createCheckout,
  payments.cancelDowngrade,
  payments.restoreDowngrade,
  payments.createPortalSession,
  payments.billingWebhook,
  payments.testPage,
  payments.chooseTestOutcome,
  payments.actInTestPortal,
  alerts.alertSettingsEndpoint,
  alerts.saveAlertSettings,
  alerts.testAlert,
  alerts.resumeChannel,
  alerts.newWebhookSecret,
  alerts.sendConfirmation,
  alerts.confirmAddress,
  alerts.unsubscribe,
  alerts.listDeliveries,
]
