/** Pods of one run: created under one secret, polled until they have joined, and abandoned when the run continues without them. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { PodPoolSettings } from '@pone/contract/entities/pod-pool.ts'
import { AppError } from '@pone/contract/errors.ts'
import { type Language } from '@pone/schema/bilingual.ts'
import type { PodApi } from '../../adapters/kubernetes/pod-api.ts'
import { hashOf, newSecret } from '../cluster/secrets.ts'
import { type PodPlan, podManifest, poolLabel, runLabel, secretManifest } from './pod-manifest.ts'
import type { PodPoolRepository, PoolPodRow } from './pod-pool.repository.ts'
import { type PodProblem, problemOf, problemOfEvents, problemText } from './pod-problem.ts'

/** Time after which the events of a pod that has not joined are read. */
const quietMs = 5_000

export interface PodMakerDeps {
  readonly repository: PodPoolRepository
  readonly now: () => number
  /** PEM of the CA of this server's certificate, if machines do not trust it by default. */
  readonly serverAuthority: () => string | null
  /** Polling interval of the pods, ms. */
  readonly lookEveryMs?: number | undefined
}

/** The run, its cluster, and the settings of the pods. */
export interface PodOrder {
  readonly clusterId: string
  readonly runId: string
  readonly language: Language
  readonly signal: AbortSignal
  readonly settings: PodPoolSettings
}

/** State of the pods at one moment. */
export interface PodsSeen {
  /** Number of pods that have not joined, but still may. */
  readonly coming: number
  /** The problem of one of them. */
  readonly problem: PodProblem | null
}

export class RunPods {
  readonly #deps: PodMakerDeps
  readonly #order: PodOrder
  readonly #api: PodApi
  readonly #secretName: string
  readonly #names: string[] = []
  #secret: (PodPlan['secret'] & { tokenId: string }) | null = null

  constructor(deps: PodMakerDeps, order: PodOrder, api: PodApi) {
    this.#deps = deps
    this.#order = order
    this.#api = api
    this.#secretName = `pone-agents-${order.runId.slice(0, 8)}-${randomBytes(2).toString('hex')}`
  }

  /** Pods that were created for the run. */
  get made(): number {
    return this.#names.length
  }

  /** Creates none at all when the pool would then have too many. `deadline`: until then the pods may join, epoch ms. */
  async add(count: number, deadline: number): Promise<void> {
    const { repository, now } = this.#deps
    const { clusterId, runId, settings, signal } = this.#order
    const rows = Array.from({ length: count }, () => ({
      name: `pone-agent-${runId.slice(0, 8)}-${randomBytes(4).toString('hex')}`,
      cluster_id: clusterId,
      run_id: runId,
      secret_name: this.#secretName,
      machine_id: null,
      created_at: now(),
      used_at: now(),
    }))
    if (!(await repository.addPods(clusterId, rows, settings.maxPods))) return
    this.#names.push(...rows.map(row => row.name))
    // Created after the rows, because the clean-up deletes a secret that no row refers to.
    const secret = (this.#secret ??= await this.#openSecret(deadline))
    for (const { name } of rows) {
      signal.throwIfAborted()
      await this.#api.createPod(podManifest({ clusterId, runId, name, settings, secret }))
    }
  }

  /** @throws AppError PodsFailed when one of them can never join */
  async look(): Promise<PodsSeen> {
    const { clusterId, runId, language } = this.#order
    const rows = (await this.#rows()).filter(row => this.#names.includes(row.name))
    const found = new Map(
      (await this.#api.pods({ [poolLabel]: clusterId, [runLabel]: runId })).map(pod => [
        pod.metadata?.name,
        pod,
      ]),
    )
    let problem: PodProblem | null = null
    let coming = 0
    for (const row of rows.filter(each => each.machine_id === null)) {
      const pod = found.get(row.name)
      const seen = pod === undefined ? null : problemOf(pod)
      const isQuiet = seen === null && this.#deps.now() - row.created_at > quietMs
      problem = seen ?? (isQuiet ? problemOfEvents(await this.#api.events(row.name)) : null) ?? problem
      if (seen?.isFinal === true)
        throw new AppError('PodsFailed', { pod: row.name, detail: problemText(seen, language) })
      coming += 1
    }
    return { coming, problem }
  }

  /** From now on nobody can join with the token of the run's pods. */
  async closeToken(): Promise<void> {
    if (this.#secret !== null) await this.#deps.repository.removeToken(this.#secret.tokenId)
  }

  /** Joined pods stay for other runs until they are idle for long enough; the others are deleted. */
  async giveUp(): Promise<void> {
    const { repository } = this.#deps
    await this.closeToken()
    await repository.bindJoined(this.#order.clusterId)
    for (const row of await this.#rows()) {
      if (!this.#names.includes(row.name) || row.machine_id !== null) continue
      await this.#api.deletePod(row.name)
      await repository.removePod(row.name)
    }
    const left = await this.#rows()
    if (!left.some(row => row.secret_name === this.#secretName))
      await this.#api.deleteSecret(this.#secretName)
  }

  #rows(): Promise<PoolPodRow[]> {
    return this.#deps.repository.podsOf(this.#order.clusterId)
  }

  async #openSecret(deadline: number) {
    const { repository, now, serverAuthority } = this.#deps
    const { clusterId, runId, settings } = this.#order
    const name = this.#secretName
    const token = newSecret()
    const tokenId = randomUUID()
    await repository.addToken({
      id: tokenId,
      name,
      tokenHash: hashOf(token),
      clusterId,
      maxUsers: settings.usersPerPod,
      at: now(),
      expiresAt: deadline,
    })
    const authority = settings.serverUrl.startsWith('https:') ? serverAuthority() : null
    const made = await this.#api.createSecret(secretManifest({ name, clusterId, runId, token, authority }))
    return { name, uid: made.metadata?.uid ?? '', hasAuthority: authority !== null, tokenId }
  }
}
