/** One line of a scrape: the sample's labels and its value. */
export interface Sample {
  name: string
  labels: Readonly<Record<string, string>>
  value: number
}

/** Reads the text format of Prometheus (version 0.0.4). @throws at the first line that does not follow it */
export function readScrape(text: string): Sample[] {
  const samples: Sample[] = []
  const typed = new Set<string>()
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('# HELP ')) continue
    const type = /^# TYPE ([a-z_0-9]+) (?:counter|gauge|histogram|summary)$/.exec(line)
    if (type?.[1] !== undefined) {
      typed.add(type[1])
      continue
    }
    const sample = /^([a-zA-Z_][a-zA-Z0-9_]*)(?:\{([^}]*)\})? (\S+)$/.exec(line)
    const [, name = '', labels = '', value = ''] = sample ?? []
    const family = name.replace(/_(?:bucket|sum|count)$/, '')
    if (sample === null || !(typed.has(name) || typed.has(family))) throw new Error(`not a sample: ${line}`)
    const pairs = [...labels.matchAll(/(?:^|,)([a-z_]+)="([^"]*)"/g)].map(
      ([, key = '', text = '']) => [key, text] as const,
    )
    samples.push({ name, labels: Object.fromEntries(pairs), value: Number(value.replace('+Inf', 'Infinity')) })
  }
  return samples
}

/** The value of one sample; undefined when there is none with this name and these labels. */
export function sampleOf(
  text: string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  return readScrape(text).find(
    sample => sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )?.value
}
