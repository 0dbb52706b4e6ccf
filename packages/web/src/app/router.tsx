import { createBrowserRouter, type RouteObject } from 'react-router'
import { patterns } from '../lib/paths.ts'
import { LandingGate, SignedInGate } from './auth-gate.tsx'
import { ErrorPage } from './error-page.tsx'
import { FirstPaint } from './first-paint.tsx'
import { RouteFrame } from './route-frame.tsx'

/** All screens. Each loads its code at its first visit. */
export const routes: RouteObject[] = [
  {
    element: <RouteFrame />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <FirstPaint />,
    children: [
      {
        path: patterns.landing,
        element: <LandingGate />,
        children: [
          {
            index: true,
            lazy: async () => ({ Component: (await import('./landing-screen.tsx')).LandingScreen }),
          },
        ],
      },
      {
        path: patterns.terms,
        lazy: async () => ({ Component: (await import('../features/legal/pages.tsx')).TermsPage }),
      },
      {
        path: patterns.privacy,
        lazy: async () => ({ Component: (await import('../features/legal/pages.tsx')).PrivacyPage }),
      },
      {
        path: patterns.join,
        lazy: async () => ({ Component: (await import('../features/join/page.tsx')).JoinPage }),
      },
      {
        path: patterns.confirmAddress,
        lazy: async () => ({ Component: (await import('../features/alert-mail/pages.tsx')).ConfirmAddressPage }),
      },
      {
        path: patterns.unsubscribe,
        lazy: async () => ({ Component: (await import('../features/alert-mail/pages.tsx')).UnsubscribePage }),
      },
      {
        path: patterns.sharedReport,
        lazy: async () => ({ Component: (await import('./shared-report-screen.tsx')).SharedReportScreen }),
      },
      {
        path: patterns.linkedCheck,
        lazy: async () => ({ Component: (await import('./linked-check-screen.tsx')).LinkedCheckScreen }),
      },
      {
        element: <SignedInGate />,
        children: [
          {
            path: patterns.testPage,
            lazy: async () => ({ Component: (await import('../features/billing/page.tsx')).TestBillingPage }),
          },
          {
            lazy: async () => ({ Component: (await import('./shell.tsx')).Shell }),
            children: [
              {
                errorElement: <ErrorPage inShell />,
                children: [
                  {
                    path: patterns.dashboard,
                    lazy: async () => ({ Component: (await import('../features/dashboard/page.tsx')).DashboardPage }),
                  },
                  {
                    path: patterns.domains,
                    lazy: async () => ({ Component: (await import('../features/domains/page.tsx')).DomainsPage }),
                  },
                  {
                    path: patterns.diagnostics,
                    lazy: async () => ({
                      Component: (await import('../features/diagnostics/page.tsx')).DiagnosticsPage,
                    }),
                  },
                  {
                    path: patterns.alerts,
                    lazy: async () => ({ Component: (await import('../features/alerts/page.tsx')).AlertsPage }),
                  },
                  {
                    path: patterns.chat,
                    lazy: async () => ({ Component: (await import('../features/chat/page.tsx')).ChatPage }),
                  },
                  {
                    path: patterns.account,
                    lazy: async () => ({ Component: (await import('../features/account/page.tsx')).AccountPage }),
                  },
                  {
                    path: patterns.dnsHistory,
                    lazy: async () => ({
                      Component: (await import('../features/dns-history/page.tsx')).DnsHistoryPage,
                    }),
                  },
                  {
                    path: patterns.analytics,
                    lazy: async () => ({ Component: (await import('../features/analytics/page.tsx')).AnalyticsPage }),
                  },
                  {
                    path: patterns.headers,
                    lazy: async () => ({ Component: (await import('../features/headers/page.tsx')).HeadersPage }),
                  },
                  {
                    path: patterns.headerAnalyzer,
                    lazy: async () => ({ Component: (await import('../features/headers/page.tsx')).ToHeaders }),
                  },
                  {
                    path: patterns.tools,
                    lazy: async () => ({ Component: (await import('../features/tools/page.tsx')).ToolsPage }),
                  },
                  ...[patterns.spfWizard, patterns.spfBuilder].map(path => ({
                    path,
                    lazy: async () => ({
                      Component: (await import('../features/spf-builder/page.tsx')).SpfBuilderPage,
                    }),
                  })),
                  ...[patterns.dmarcWizard, patterns.dmarcBuilder].map(path => ({
                    path,
                    lazy: async () => ({
                      Component: (await import('../features/dmarc-builder/page.tsx')).DmarcBuilderPage,
                    }),
                  })),
                  {
                    path: patterns.subdomainSpf,
                    lazy: async () => ({
                      Component: (await import('../features/subdomain-spf/page.tsx')).SubdomainSpfPage,
                    }),
                  },
                  {
                    path: patterns.spfFlattening,
                    lazy: async () => ({
                      Component: (await import('../features/spf-flattening/page.tsx')).SpfFlatteningPage,
                    }),
                  },
                  {
                    path: patterns.spfComparison,
                    lazy: async () => ({
                      Component: (await import('../features/spf-comparison/page.tsx')).SpfComparisonPage,
                    }),
                  },
                  {
                    path: patterns.apiReference,
                    lazy: async () => ({
                      Component: (await import('../features/api-reference/page.tsx')).ApiReferencePage,
                    }),
                  },
                  {
                    path: '*',
                    lazy: async () => ({ Component: (await import('./not-found-page.tsx')).NotFoundPage }),
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
]

export function createRouter() {
  return createBrowserRouter(routes)
}
