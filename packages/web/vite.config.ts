import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type IndexHtmlTransformContext, type Plugin } from 'vite'

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>

/** Every screen needs the sans font at once: without a preload the text would jump when it arrives. */
function preloadFont(): Plugin {
  return {
    name: 'waxseal:preload-font',
    apply: 'build',
    transformIndexHtml(_html, context) {
      return Object.keys(context.bundle ?? {})
        .filter(file => file.includes('plex-sans') && file.endsWith('.woff2'))
        .map(file => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
          injectTo: 'head' as const,
        }))
    },
  }
}

/** Moves the stylesheet behind the first paint of `index.html`. In the head it would hold that back until it is loaded. */
function paintFirst(): Plugin {
  return {
    name: 'waxseal:paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const start = html.indexOf('<link rel="stylesheet"')
        if (start === -1) throw new Error('index.html has no stylesheet')
        const link = html.slice(start, html.indexOf('>', start) + 1)
        return html.replace(link, '').replace('</body>', `  ${link}\n  </body>`)
      },
    },
  }
}

/**
 * The landing page's code loads together with the first scripts, not after they have run: a newcomer on a slow line
 * reads the page a round trip sooner. The browser starts it, because `index.html` is the same for every path.
 */
function preloadLanding(): Plugin {
  return {
    name: 'waxseal:preload-landing',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {}, chunk: entry }) {
        const landing = Object.values(bundle).find(
          file => file.type === 'chunk' && file.facadeModuleId?.endsWith('/src/app/landing-screen.tsx'),
        )
        if (!entry || !landing) throw new Error('the landing page has no chunk of its own')
        const first = withImports(bundle, entry.fileName)
        const files = [...withImports(bundle, landing.fileName)].filter(file => !first.has(file))
        const hrefs = JSON.stringify(files.map(file => `/${file}`))
        const children =
          `if (location.pathname === '/') for (const href of ${hrefs}) ` +
          `document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))`
        return [{ tag: 'script', children, injectTo: 'head' }]
      },
    },
  }
}

/** A chunk, and all that it imports before it runs. */
function withImports(bundle: Bundle, name: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[name]
  if (chunk?.type !== 'chunk' || found.has(name)) return found
  found.add(name)
  for (const file of chunk.imports) withImports(bundle, file, found)
  return found
}

const texts = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest'])

/** Writes a `.br` and a `.gz` beside each built text file, where that is smaller. The server serves them as they are. */
function precompress(): Plugin {
  let folder = ''
  return {
    name: 'waxseal:precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true, withFileTypes: true })
      await Promise.all(
        files
          .filter(file => file.isFile() && texts.has(extname(file.name)))
          .map(file => compressFile(join(file.parentPath, file.name))),
      )
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const whole = await readFile(path)
  // Brotli's default quality is its best, 11.
  const [br, gz] = await Promise.all([promisify(brotliCompress)(whole), promisify(gzip)(whole, { level: 9 })])
  if (br.length < whole.length) await writeFile(`${path}.br`, br)
  if (gz.length < whole.length) await writeFile(`${path}.gz`, gz)
}

/**
 * What nearly every screen uses comes with the first load: as chunks of their own these would cost each screen more, and
 * the headers of each small file weigh as much as the file. React's renderer is compressed better together with them.
 */
const frame = [
  /node_modules\/(?:react-dom|scheduler)\//,
  /@tanstack\/react-query\/build\/modern\/useQuery\.js$/,
  /web\/src\/lib\/(?:clipboard|new-version|queries|theme|time|use-action)\.ts$/,
  /web\/src\/components\/(?:bands\.ts|theme-switch\.tsx|seal\/seal\.tsx)$/,
  /web\/src\/ui\/(?:copy-button|copy-text|deferred|field|figure|focus-return|load-failed|note|scroll-to-hash|sheet|skeleton|tag)\.tsx?$/,
  /contract\/src\/(?:limits|wording)\.ts$/,
  /core\/src\/plan\/(?:plans|roles|tiers)\.ts$/,
  /lucide-react\/dist\/esm\/icons\/(?:arrow-left|check|chevron-right|x)\.mjs$/,
]

/** The same for the screens behind the sign-in, with the header of them all. A visitor does not need it. */
const signedIn = [
  /web\/src\/app\/(?:connection-notice|global-keys|header|screens|shell|user-menu|worst-band-icon)\.tsx?$/,
  /web\/src\/lib\/(?:connection|domain-name|key-table|last-list|session\/use-sign-out|single-keys|time-in-sentence|use-draft|use-plan|use-role)\.ts$/,
  /web\/src\/components\/assistant\/ask-ai\.tsx$/,
  /web\/src\/features\/diagnostics\/report-context\.ts$/,
  /contract\/src\/assistant\.route\.ts$/,
  /web\/src\/components\/scan-run\/(?:after-scan|follow-scan|scan-progress|use-scan)\.tsx?$/,
  /web\/src\/components\/(?:changed-note|role-button|score-change)\.tsx?$/,
  /web\/src\/ui\/(?:menu|table|table-frame|time-ago)\.tsx?$/,
  /@tanstack\/react-query\/build\/modern\/useMutationState\.js$/,
  /core\/src\/(?:health\/scan-ttl|watch\/after-scan)\.ts$/,
  /lucide-react\/dist\/esm\/icons\/(?:circle-user-round|file-search|lock|log-out|menu|message-square|minus|plus|search|trending-down|trending-up|user-round)\.mjs$/,
]

/** What both record builders use, and the figure of an SPF tree. */
const builder = [
  // The steps after a record is generated come later.
  /web\/src\/components\/builder\/(?!publish-steps\.tsx|record-field\.tsx)/,
  /contract\/src\/records\.route\.ts$/,
  /core\/src\/check\/wait-words\.ts$/,
]
const spfTree = [
  /web\/src\/components\/spf-tree\//,
  /core\/src\/spf\/tree-words\.ts$/,
  /web\/src\/ui\/cell-meter\.tsx$/,
]

/** How records and addresses are read: one file for reports and builders. */
const record = [/core\/src\/(?:dns\/(?:address|presentation)|spf\/(?:macro|record))\.ts$/]

/** Small parts of the screens with lists, and of those with a form or a download. */
const lists = [
  /web\/src\/(?:lib\/(?:density|row-keys)\.ts|components\/(?:density-switch|search-box)\.tsx|ui\/media\.ts)$/,
  /lucide-react\/dist\/esm\/icons\/(?:rows-4|trash)\.mjs$/,
]
const parts = [
  /web\/src\/(?:lib\/download\.ts|ui\/(?:disclosed|select-field|switch|text-area)\.tsx)$/,
  /lucide-react\/dist\/esm\/icons\/download\.mjs$/,
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadFont(), paintFirst(), preloadLanding(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Which files each screen loads: the tests weigh them (e2e/built-code.ts).
    manifest: true,
    // `light-dark()` is used as it is: without it the theme switch could not win over the system's theme.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame', test: file => frame.some(part => part.test(file)) },
            // Without what these need: others may need it too.
            ...Object.entries({ 'signed-in': signedIn, builder, 'spf-tree': spfTree, record, lists, parts }).map(
              ([name, members]) => ({
                name,
                test: (file: string) => members.some(part => part.test(file)),
                includeDependenciesRecursively: false,
              }),
            ),
          ],
        },
      },
    },
    // Each target browser knows `modulepreload` itself.
    modulePreload: { polyfill: false },
    // No inline assets: the content security policy allows fonts and scripts from our own origin only.
    assetsInlineLimit: 0,
  },
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:3000' } },
})
