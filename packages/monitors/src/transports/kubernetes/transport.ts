/** Transport `kubernetes`: a cluster by its API over TLS, with a bearer token. Only GET is sent. */
import { isObject, type Json, parsedJson, textAt } from '../../reading/json.ts'
import { maxRecords, type Records, recordOf, type TargetRecord } from '../../reading/records.ts'
import { type KubernetesReader, kubernetesRequestSchema } from '../../requests.ts'
import { TargetFault } from '../../target-fault.ts'
import type { ParamValues } from '../../type.ts'
import { HttpExchange } from '../http/http-exchange.ts'
import type { ProbeResult, SectionAnswer, TargetConnection, Transport } from '../transport.ts'
import {
  lastWarnings,
  nodeRecord,
  podCounts,
  podRecord,
  warningCounts,
  warningReasons,
  warningRecord,
  workloadKinds,
  workloadRecord,
} from './objects.ts'
import { listAt } from './records.ts'
import { metricsStatements, roleStatement } from './rights.ts'
import {
  clusterUsageRecord,
  nodeTrafficRecord,
  nodeUsageRecord,
  podTrafficRecords,
  podUsageRecords,
  throttlingRecords,
} from './usage.ts'

/** Objects of one answer; pods have up to 20 kB each, and an answer at most 8 MiB. */
const pageSize = 250
/** Nodes whose kubelets are asked. */
const maxKubelets = 200

export const kubernetesTransport: Transport = {
  async open(params, signal) {
    const connection = new KubernetesConnection(params)
    try {
      await connection.probe(signal)
      return connection
    } catch (thrown) {
      connection.close()
      throw thrown
    }
  },
}

/** A list of which a part may be missing. */
interface Listed {
  readonly items: Records
  readonly fault?: TargetFault
}

const answerOf = (records: Records, fault: TargetFault | undefined): SectionAnswer =>
  fault === undefined ? { records } : { records, fault }

const wholeOf = ({ items, fault }: Listed): SectionAnswer => answerOf(items, fault)

class KubernetesConnection implements TargetConnection {
  readonly isParallel = true
  readonly #exchange: HttpExchange
  readonly #headers: Readonly<Record<string, string>>
  /** Lists that are being read, by path: sections of one slot that need the same list read it once. */
  readonly #reading = new Map<string, Promise<Listed>>()

  constructor(params: ParamValues) {
    const ca = String(params['ca'] ?? '').trim()
    const token = String(params['token'] ?? '').trim()
    // A line break in it would be refused only when it is sent, with the token in the message.
    if (/[^\x21-\x7e]/.test(token))
      throw new TargetFault('wrongPassword', 'the token has other characters than a token')
    const { host = '', port = 0, verifyTls = true } = params
    this.#exchange = new HttpExchange({ host, port, verifyTls, tls: true }, ca === '' ? {} : { ca })
    this.#headers = {
      accept: 'application/json, */*',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    }
  }

  async ask(unread: unknown, signal: AbortSignal): Promise<SectionAnswer> {
    return this.#readers[kubernetesRequestSchema.parse(unread).reader](signal)
  }

  async probe(signal: AbortSignal): Promise<ProbeResult> {
    const version = parsedJson(await this.#get('/version', signal))
    const number = textAt(version, 'gitVersion')
    if (number === '') throw new TargetFault('wrongProduct', JSON.stringify(version).slice(0, 200))
    return { product: 'Kubernetes', version: number.replace(/^v/, ''), missingRights: [] }
  }

  close(): void {
    this.#exchange.close()
  }

  readonly #readers: Readonly<Record<KubernetesReader, (signal: AbortSignal) => Promise<SectionAnswer>>> = {
    version: async signal => {
      const version = parsedJson(await this.#get('/version', signal))
      const record = { version: textAt(version, 'gitVersion'), platform: textAt(version, 'platform') }
      return { records: [recordOf({ ...record, built: textAt(version, 'buildDate') })] }
    },
    nodes: async signal => wholeOf(await this.#nodes(signal)),
    podCounts: async signal => {
      const pods = await this.#pods(signal)
      // Counts of a part of the pods would be wrong.
      if (pods.fault) throw pods.fault
      return { records: [podCounts(pods.items)] }
    },
    pods: async signal => wholeOf(await this.#pods(signal)),
    workloads: signal => this.#workloads(signal),
    nodeUsage: async signal => ({ records: await this.#nodeUsage(signal) }),
    clusterUsage: async signal => ({ records: [clusterUsageRecord(await this.#nodeUsage(signal))] }),
    podUsage: async signal => {
      const [usages, pods] = await Promise.all([this.#usages('pods', signal), this.#pods(signal)])
      return answerOf(podUsageRecords(usages, pods.items), pods.fault)
    },
    warningCounts: async signal => {
      const warnings = await this.#warnings(signal)
      return answerOf([warningCounts(warnings.items)], warnings.fault)
    },
    warningReasons: async signal => {
      const warnings = await this.#warnings(signal)
      return answerOf(warningReasons(warnings.items), warnings.fault)
    },
    warnings: async signal => {
      const warnings = await this.#warnings(signal)
      return answerOf(lastWarnings(warnings.items), warnings.fault)
    },
    nodeTraffic: signal =>
      this.#kubelets('stats/summary', body => [nodeTrafficRecord(parsedJson(body))], signal),
    podTraffic: signal =>
      this.#kubelets('stats/summary', body => podTrafficRecords(parsedJson(body)), signal),
    throttling: signal => this.#kubelets('metrics/cadvisor', throttlingRecords, signal),
  }

  #nodes(signal: AbortSignal): Promise<Listed> {
    return this.#list('/api/v1/nodes', nodeRecord, signal)
  }

  #pods(signal: AbortSignal): Promise<Listed> {
    return this.#list('/api/v1/pods', podRecord, signal)
  }

  #warnings(signal: AbortSignal): Promise<Listed> {
    return this.#list('/api/v1/events?fieldSelector=type%3DWarning', warningRecord, signal)
  }

  async #workloads(signal: AbortSignal): Promise<SectionAnswer> {
    const lists = await Promise.all(
      workloadKinds.map(kind =>
        this.#list(`/apis/apps/v1/${kind.toLowerCase()}s`, item => workloadRecord(kind, item), signal),
      ),
    )
    const records = lists.flatMap(({ items }) => items)
    return answerOf(records, lists.find(list => list.fault)?.fault)
  }

  async #nodeUsage(signal: AbortSignal): Promise<Records> {
    const [usages, nodes] = await Promise.all([this.#usages('nodes', signal), this.#nodes(signal)])
    return usages.map(usage => nodeUsageRecord(usage, nodes.items))
  }

  async #usages(of: 'nodes' | 'pods', signal: AbortSignal): Promise<readonly Json[]> {
    return itemsOf(parsedJson(await this.#get(`${metricsPath}${of}`, signal)))
  }

  #list(path: string, recordFrom: (item: Json) => TargetRecord, signal: AbortSignal): Promise<Listed> {
    const known = this.#reading.get(path)
    if (known) return known
    const reading = this.#pages(path, recordFrom, signal).finally(() => this.#reading.delete(path))
    this.#reading.set(path, reading)
    return reading
  }

  /** Page by page, and of each object only what is shown, so that a list of any length takes little memory. */
  async #pages(path: string, recordFrom: (item: Json) => TargetRecord, signal: AbortSignal): Promise<Listed> {
    const items: TargetRecord[] = []
    let next = ''
    do {
      const page = `${path}${path.includes('?') ? '&' : '?'}limit=${pageSize}`
      const more = next === '' ? '' : `&continue=${encodeURIComponent(next)}`
      const answer = parsedJson(await this.#get(`${page}${more}`, signal))
      items.push(...itemsOf(answer).map(recordFrom))
      next = textAt(answer, 'metadata.continue')
    } while (next !== '' && items.length < maxRecords)
    const fault = new TargetFault('tooLarge', `${path}: more than ${maxRecords}`, { limit: `${maxRecords}` })
    return next === '' && items.length <= maxRecords
      ? { items }
      : { items: items.slice(0, maxRecords), fault }
  }

  /** What the kubelets of all nodes answer; a node that does not answer is a fault beside the records of the others. */
  async #kubelets(
    path: string,
    recordsFrom: (body: string) => Records,
    signal: AbortSignal,
  ): Promise<SectionAnswer> {
    const nodes = await this.#nodes(signal)
    const names = nodes.items.flatMap(({ node = '' }) => (node === '' ? [] : [node]))
    const faults: TargetFault[] = nodes.fault ? [nodes.fault] : []
    if (names.length > maxKubelets)
      faults.push(new TargetFault('tooLarge', `${names.length} nodes`, { limit: `${maxKubelets}` }))
    const records = await Promise.all(
      names.slice(0, maxKubelets).map(async name => {
        try {
          const proxy = `/api/v1/nodes/${encodeURIComponent(name)}/proxy/${path}`
          return recordsFrom(await this.#get(proxy, signal))
        } catch (thrown) {
          if (!(thrown instanceof TargetFault) || thrown.code === 'missingRight' || signal.aborted)
            throw thrown
          faults.push(new TargetFault(thrown.code, `${name}: ${thrown.details}`, thrown.params))
          return []
        }
      }),
    )
    return answerOf(records.flat(), faults[0])
  }

  async #get(path: string, signal: AbortSignal): Promise<string> {
    const { status, body } = await this.#exchange.send(
      { method: 'GET', path, headers: this.#headers },
      signal,
    )
    if (status === 200) return body
    throw refusal(path, status, body)
  }
}

const metricsPath = '/apis/metrics.k8s.io/v1beta1/'

function itemsOf(answer: Json): readonly Json[] {
  if (!isObject(answer) || !Array.isArray(answer['items']))
    throw new TargetFault('wrongProduct', JSON.stringify(answer).slice(0, 200))
  return listAt(answer, 'items')
}

function refusal(path: string, status: number, body: string): TargetFault {
  const said = `HTTP ${status} ${body.slice(0, 300)}`
  const isKubelet = path.includes('/proxy/')
  if (status === 401) return new TargetFault('wrongPassword', said)
  if (status === 403)
    return new TargetFault('missingRight', said, {
      grant: roleStatement(isKubelet ? 'kubelet' : 'pone', body),
    })
  if (path.startsWith(metricsPath) && status === 404)
    return new TargetFault('notSetUp', said, { grant: metricsStatements.absent })
  if (path.startsWith(metricsPath) && status === 503)
    return new TargetFault('notSetUp', said, { grant: metricsStatements.silent })
  // The API tells so that it does not reach a node.
  if (isKubelet && status >= 500) return new TargetFault('unreachable', said)
  if (status === 429 || status >= 500) return new TargetFault('malformed', said)
  return new TargetFault('wrongProduct', said)
}
