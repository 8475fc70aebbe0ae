/** The topology of a session at the instants at which states changed, one image each; the reader chooses one without a script. */
import type { FlowReport } from '@pone/contract/entities/flow-report.ts'
import { highestAt, seriesOf, stateAt } from '@pone/contract/entities/flow-report-instant.ts'
import type { MonitorState } from '@pone/contract/entities/monitor.ts'
import type { LinkNode } from '@pone/contract/entities/monitor-link.ts'
import { type LinkImage, linkImage } from '@pone/contract/entities/monitor-link-image.ts'
import { formatClock, formatNumber } from '@pone/metrics/figures.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { html, type Markup, trusted } from '../export/markup.ts'
import { sayIn } from '../export/texts.ts'
import { flowTexts } from './texts.ts'

/** Images of one file, and nodes of all of them: a file of a large topology stays below some MB. */
const maxInstants = 12
const maxDrawnNodes = 2_400

/** On white, whatever the appearance of the page is. */
const colors: Readonly<Record<MonitorState, string>> = {
  stopped: '#8d95a1',
  waiting: '#8d95a1',
  up: '#1a7f37',
  partly: '#8f5b00',
  noAgent: '#8f5b00',
  down: '#c8202c',
}

/** `picture`: address of the picture behind the nodes; it is in the file once, below all images. */
export function topologyStates(
  report: FlowReport,
  language: Language,
  picture: string | null,
): Markup | null {
  if (report.topology.nodes.length === 0) return null
  const say = sayIn(flowTexts, language)
  const instants = shownInstants(report)
  const images = instants.map(atMs => imageAt(report, atMs, { language, hasPicture: picture !== null }))
  const views = instants.map(
    (atMs, index) =>
      html`<img class="v${index}" alt="${say('stateAt', { at: formatClock(atMs / 1_000) })}" src="data:image/svg+xml;base64,${Buffer.from(images[index]?.svg ?? '').toString('base64')}">`,
  )
  const choices = instants.map(
    (atMs, index) =>
      html`<input type="radio" name="at" id="at${index}"${index === instants.length - 1 ? html` checked` : null}><label for="at${index}">${formatClock(atMs / 1_000)}</label>`,
  )
  const rules = instants.map((_, index) => `#at${index}:checked~.views .v${index}{display:block}`).join('')
  return html`<section><h2>${say('map')}</h2><style>${trusted(rules)}</style><div class="instants"><span>${say('stateAt', { at: '' })}</span>${choices}<div class="views${picture === null ? '' : ' pictured'}">${background(report, picture, images[0])}${views}</div></div></section>`
}

function background(
  { topology }: FlowReport,
  address: string | null,
  image: LinkImage | undefined,
): Markup | null {
  const at = image?.picture
  if (address === null || at === null || at === undefined) return null
  const percent = (share01: number) => `${(share01 * 100).toFixed(3)}%`
  return html`<img class="picture" alt="" src="${address}" style="left:${percent(at.x01)};top:${percent(at.y01)};width:${percent(at.width01)};height:${percent(at.height01)};opacity:${topology.background?.opacity01 ?? 1}">`
}

/** Changes of states, evenly thinned out where they are too many; the end of the session comes last. */
export function shownInstants({ health, lengthMs, topology }: FlowReport): number[] {
  const changes = [
    ...new Set(health.flatMap(({ changes: own }) => own.map(([at]) => Math.max(0, at)))),
  ].toSorted((a, b) => a - b)
  const most = Math.max(
    1,
    Math.min(maxInstants, Math.floor(maxDrawnNodes / Math.max(1, topology.nodes.length))),
  )
  // What was collected at the very end is not stopped yet.
  const end = Math.max(0, lengthMs - 1)
  const before = changes.filter(at => at < end)
  const step = Math.max(1, Math.ceil(before.length / Math.max(1, most - 1)))
  const thinned = most === 1 ? [] : before.filter((_, index) => index % step === 0)
  return [...thinned, end]
}

function imageAt(
  { topology, session, health, monitoring }: FlowReport,
  atMs: number,
  { language, hasPicture }: { readonly language: Language; readonly hasPicture: boolean },
): LinkImage {
  const say = sayIn(flowTexts, language)
  const states = new Map(health.map(own => [own.monitorId, stateAt(own, atMs)]))
  const byId = new Map(topology.nodes.map(node => [node.id, node]))
  const stateOf = (node: LinkNode | undefined) => states.get(node?.monitorId ?? '')
  return linkImage(
    { ...topology, name: session.linkName },
    {
      ...(hasPicture && { picture: null }),
      node: node => {
        const state = stateOf(node)
        const counters = node.counters.map(shown => {
          const found = seriesOf(monitoring.series, node.monitorId, shown)
          const [first] = found
          const value = formatNumber(rounded(highestAt(found, atMs)))
          return `${first?.names[language] ?? shown.counter} ${value} ${first?.unit ?? ''}`.trimEnd()
        })
        return [node.targetName || node.address, ...(state ? [say(`state.${state}`)] : []), ...counters]
      },
      edge: edge => [edge.alias],
      colorOf: part => {
        const state =
          'from' in part ? (stateOf(byId.get(part.to)) ?? stateOf(byId.get(part.from))) : stateOf(part)
        return state && colors[state]
      },
    },
  )
}

const rounded = (value: number | null): number | null =>
  value === null ? null : Number(value.toPrecision(4))
