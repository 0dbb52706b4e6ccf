/** Names that a provider gives to its customers, in a zone of its own. */
export interface ProviderZone {
  /** As in `Provider`: a leading dot is any name below it, `*` is one label. The first that matches counts. */
  pattern: string
  /** Whose zone it is. */
  owner: string
  /** Where the customer can publish records at such a name; null: only the owner of the zone can. */
  panel: string | null
}

/*
 * Sources: learn.microsoft.com, "Set up DMARC" (the admin center takes TXT records at *.onmicrosoft.com) and "Hybrid
 * deployment prerequisites" (the coexistence domain *.mail.onmicrosoft.com); maester365/maester#1102 and #686;
 * support.google.com/a, test aliases. Looked up in 2026-11.
 */
export const providerZones: readonly ProviderZone[] = [
  { pattern: '*.mail.onmicrosoft.com', owner: 'Microsoft', panel: null },
  { pattern: 'mail.onmicrosoft.com', owner: 'Microsoft', panel: null },
  { pattern: '*.mail.onmicrosoft.us', owner: 'Microsoft', panel: null },
  { pattern: 'mail.onmicrosoft.us', owner: 'Microsoft', panel: null },
  { pattern: '*.partner.mail.onmschina.cn', owner: 'Microsoft', panel: null },
  { pattern: '.test-google-a.com', owner: 'Google', panel: null },
  { pattern: '.gappssmtp.com', owner: 'Google', panel: null },
  { pattern: '*.onmicrosoft.com', owner: 'Microsoft', panel: 'Microsoft 365 admin center' },
  { pattern: '*.onmicrosoft.us', owner: 'Microsoft', panel: 'Microsoft 365 admin center' },
  { pattern: '*.partner.onmschina.cn', owner: 'Microsoft', panel: 'Microsoft 365 admin center' },
]

/*
 * Addresses of hosted sites, shops and programs: customers choose the first label, and only the provider edits the zone. Each
 * suffix is in the private section of the public suffix list (publicsuffix.org, read 2026-11 in the copy of tldts 7.5.4), where
 * its owner says that customers have the names below it; a test holds that. Dynamic DNS and registries are in that section too,
 * and are left out: there the customer edits records. `wordpress.com` is not in the list; its source is
 * en.support.wordpress.com/domains (a free address below wordpress.com; DNS records need a domain of one's own).
 */
export const hostedSuffixes: Readonly<Record<string, readonly string[]>> = {
  Amazon: ['amplifyapp.com', 'cloudfront.net', 'elasticbeanstalk.com'],
  Automattic: ['wordpress.com'],
  Bubble: ['bubbleapps.io'],
  Cloudflare: ['pages.dev', 'r2.dev', 'workers.dev'],
  Codeberg: ['codeberg.page'],
  Deno: ['deno.dev'],
  DigitalOcean: ['ondigitalocean.app'],
  'Fly.io': ['fly.dev'],
  Framer: ['framer.ai', 'framer.app', 'framer.website'],
  GitHub: ['github.io'],
  GitLab: ['gitlab.io'],
  Google: ['a.run.app', 'appspot.com', 'blogspot.com', 'firebaseapp.com', 'web.app'],
  Heroku: ['herokuapp.com'],
  'Hugging Face': ['hf.space'],
  Lovable: ['lovable.app'],
  Microsoft: ['azurestaticapps.net', 'azurewebsites.net', 'cloudapp.net', 'trafficmanager.net'],
  Netlify: ['netlify.app'],
  'Read the Docs': ['readthedocs.io'],
  Render: ['onrender.com'],
  Replit: ['repl.co', 'replit.app'],
  Shopify: ['myshopify.com'],
  Streamlit: ['streamlit.app'],
  Vercel: ['now.sh', 'vercel.app'],
  Webflow: ['webflow.io'],
  Wix: ['wixsite.com', 'wixstudio.com'],
}
