import { createBrowserRouter, type RouteObject } from 'react-router'
import { PageSpinner } from '../ui/spinner.tsx'
import { LandingGate, SignedInGate } from './auth-gate.tsx'
import { ErrorPage } from './error-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { Shell } from './shell.tsx'

/** Every screen there is. Each loads its own code when it is first gone to. */
export const routes: RouteObject[] = [
  {
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <PageSpinner />,
    children: [
      {
        path: '/',
        element: <LandingGate />,
        children: [
          {
            index: true,
            lazy: async () => ({ Component: (await import('../features/landing/page.tsx')).LandingPage }),
          },
        ],
      },
      {
        element: <SignedInGate />,
        children: [
          {
            element: <Shell />,
            children: [
              {
                errorElement: <ErrorPage inShell />,
                children: [
                  {
                    path: '/dashboard',
                    lazy: async () => ({ Component: (await import('../features/dashboard/page.tsx')).DashboardPage }),
                  },
                  {
                    path: '/domains',
                    lazy: async () => ({ Component: (await import('../features/domains/page.tsx')).DomainsPage }),
                  },
                  {
                    path: '/diagnostics/:domainId',
                    lazy: async () => ({
                      Component: (await import('../features/diagnostics/page.tsx')).DiagnosticsPage,
                    }),
                  },
                  {
                    path: '/account',
                    lazy: async () => ({ Component: (await import('../features/account/page.tsx')).AccountPage }),
                  },
                  {
                    path: '/tools',
                    lazy: async () => ({ Component: (await import('../features/tools/page.tsx')).ToolsPage }),
                  },
                  ...['/spf-wizard/:domainId', '/tools/spf-builder'].map(path => ({
                    path,
                    lazy: async () => ({
                      Component: (await import('../features/spf-builder/page.tsx')).SpfBuilderPage,
                    }),
                  })),
                  ...['/dmarc-wizard/:domainId', '/tools/dmarc-builder'].map(path => ({
                    path,
                    lazy: async () => ({
                      Component: (await import('../features/dmarc-builder/page.tsx')).DmarcBuilderPage,
                    }),
                  })),
                  {
                    path: '/tools/subdomain-spf',
                    lazy: async () => ({
                      Component: (await import('../features/subdomain-spf/page.tsx')).SubdomainSpfPage,
                    }),
                  },
                  {
                    path: '/tools/spf-comparison',
                    lazy: async () => ({
                      Component: (await import('../features/spf-comparison/page.tsx')).SpfComparisonPage,
                    }),
                  },
                  { path: '*', element: <NotFoundPage /> },
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
