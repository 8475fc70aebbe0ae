/** The formats of sample logs: Pone's own CSV, and the CSV results file of JMeter, which JMeter's report reads. */

import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import type { SampleLogFormat } from '@pone/plan/scenario/scenario.ts'
import { csvField } from '@pone/schema/csv-field.ts'
import type { PhaseDefinition } from '@pone/schema/protocol.ts'

/** One request or transaction that has ended. */
export interface Sample {
  /** Its start, epoch ms. */
  readonly at: number
  readonly durationUs: number
  readonly label: string
  readonly kind: RunLabel['kind']
  /** Code and message of the failure; null = passed. */
  readonly failure: { readonly code: string; readonly message: string } | null
  /** Status of the protocol; 0 = no response, or not a request. */
  readonly status: number
  readonly component: string
  /** From 1. */
  readonly user: number
  readonly iteration: number
  /** Active users in this worker. */
  readonly users: number
  readonly sentBytes: number
  readonly receivedBytes: number
  /** The phases of its protocol, and their durations, µs; empty for samples that are not requests. */
  readonly phases: readonly PhaseDefinition[]
  readonly phasesUs: readonly (number | null)[]
  readonly url: string
  /** Of the trace that the request began; '' = none. */
  readonly traceId: string
}

/** A format: the header line, and a line per sample, both with their line break. */
export interface SampleFormat {
  readonly header: string
  line(sample: Sample): string
}

/** The phase of that key, which is the same in all protocols, µs; null where there is none. */
const phaseUs = ({ phases, phasesUs }: Sample, key: string): number | null =>
  phasesUs[phases.findIndex(phase => phase.key === key)] ?? null
const csvPhases = ['dns', 'connect', 'tls', 'firstByte', 'transfer']
const sumUs = (...values: (number | null | undefined)[]): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
const ms = (valueUs: number): number => Math.round(valueUs / 1_000)

const csv: SampleFormat = {
  header:
    'timestampMs,elapsedUs,label,kind,passed,code,message,user,iteration,sentBytes,receivedBytes,dnsUs,connectUs,tlsUs,firstByteUs,transferUs,url\n',
  line: sample => {
    const { at, durationUs, label, kind, failure, status, user, iteration, sentBytes, receivedBytes, url } =
      sample
    const code = failure?.code ?? (status === 0 ? '' : String(status))
    const phases = csvPhases.map(key => phaseUs(sample, key) ?? '').join(',')
    return `${at},${durationUs},${csvField(label)},${kind},${failure === null},${csvField(code)},${csvField(failure?.message ?? '')},${user},${iteration},${sentBytes},${receivedBytes},${phases},${csvField(url)}\n`
  },
}

/** The same with the trace of each request at the end of its line. */
const tracedCsv: SampleFormat = {
  header: csv.header.replace('\n', ',traceId\n'),
  line: sample => `${csv.line(sample).slice(0, -1)},${sample.traceId}\n`,
}

/** Columns of JMeter 5.6's default `jmeter.save.saveservice` settings. */
const jtl: SampleFormat = {
  header:
    'timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect\n',
  line: sample => {
    const { at, durationUs, label, kind, failure, status, component, user, users, url } = sample
    const isRequest = kind === 'request'
    const code =
      status > 0
        ? String(status)
        : isRequest
          ? `Non HTTP response code: ${failure?.code ?? ''}`
          : failure === null
            ? '200'
            : ''
    const connectUs = sumUs(phaseUs(sample, 'dns'), phaseUs(sample, 'connect'), phaseUs(sample, 'tls'))
    const firstByteUs = phaseUs(sample, 'firstByte')
    const latencyUs = firstByteUs === null ? 0 : connectUs + firstByteUs
    const thread = csvField(`${component} 1-${user}`)
    return `${at},${ms(durationUs)},${csvField(label)},${csvField(code)},${csvField(failure === null ? 'OK' : failure.code)},${thread},${isRequest ? 'text' : ''},${failure === null},${csvField(failure?.message ?? '')},${sample.receivedBytes},${sample.sentBytes},${users},${users},${csvField(url === '' ? 'null' : url)},${ms(latencyUs)},0,${ms(connectUs)}\n`
  },
}

/** That of a plan; its columns besides those of JMeter are our own, so that traces have one there. */
export const sampleFormatOf = (format: Exclude<SampleLogFormat, 'off'>, hasTraces: boolean): SampleFormat =>
  format === 'csv' && hasTraces ? tracedCsv : sampleFormats[format]

/** By the name in a plan. */
export const sampleFormats: Readonly<Record<Exclude<SampleLogFormat, 'off'>, SampleFormat>> = { csv, jtl }
