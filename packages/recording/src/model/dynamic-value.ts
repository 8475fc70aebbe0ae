/** Values of responses that come back in later requests: where they are found, where they are sent, how sure that is. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { ExtractorSource } from '@pone/schema/protocol.ts'
import type { Moment } from './moment.ts'

/** A tool function applied to a text. */
export interface ValueCall {
  readonly name:
    | 'base64'
    | 'base64Url'
    | 'base64Decode'
    | 'urlEncode'
    | 'urlDecode'
    | 'htmlEncode'
    | 'htmlDecode'
    | 'split'
  /** Arguments behind the text. */
  readonly args: readonly string[]
}

/** A place of a response, or of a message that was received, that holds the value. */
export interface ValueSource extends Moment {
  /** What the place calls it, e.g. the key in a JSON text; empty if it has no name. */
  readonly name: string
  readonly extractor: {
    readonly source: ExtractorSource
    readonly expression: string
    readonly rightBoundary: string
    readonly attribute: string
    readonly match: number
  }
  /** What makes the value of the text that is extracted, in order. */
  readonly calls: readonly ValueCall[]
}

/** A place of a request, or of a message, that sends the value. */
export interface ValueUse extends Moment {
  /** Of a query, form or JSON text; the part of a path before it; empty if it has no name. */
  readonly name: string
  /** The field is the address. */
  readonly isAddress: boolean
  /** All of the field. */
  readonly text: string
  /** The value is a part of what the field is the Base64 of; null if it stands in the field itself. */
  readonly encoded: { readonly call: 'base64' | 'base64Url'; readonly text: string } | null
  /** The part of the field, or of what it is the Base64 of. */
  readonly start: number
  readonly end: number
  /** What makes that part of the value, in order. */
  readonly calls: readonly ValueCall[]
}

/** `sure` ones are accepted at first. */
export const confidences = ['sure', 'likely', 'possible'] as const
export type Confidence = (typeof confidences)[number]

export const confidenceTexts: Readonly<Record<Confidence, Bilingual>> = {
  sure: { zh: '确定', en: 'Certain' },
  likely: { zh: '很可能', en: 'Likely' },
  possible: { zh: '可能', en: 'Possible' },
}

/** Why a value is taken for dynamic. */
export type DynamicReason =
  | 'rule'
  | 'differs'
  | 'framework'
  | 'generated'
  | 'created'
  | 'sameName'
  | 'joined'
  | 'unchanged'

export const reasonTexts: Readonly<Record<DynamicReason, Bilingual>> = {
  rule: { zh: '由项目的规则找到', en: 'found by a rule of the project' },
  differs: { zh: '两次录制中不同', en: 'differs between the recordings' },
  framework: { zh: '名称是框架常用的令牌', en: 'named as frameworks name tokens' },
  generated: { zh: '值像是自动生成的', en: 'looks generated' },
  created: { zh: '由提交请求的响应给出', en: 'given by the response to a change' },
  sameName: { zh: '响应和请求中的名称相同', en: 'has the same name in response and request' },
  joined: { zh: '请求的值由几个响应的值拼接而成', en: 'the request joins several such values' },
  unchanged: { zh: '两次录制中相同', en: 'is the same in both recordings' },
}

export interface DynamicValue {
  readonly id: number
  /** As recorded. */
  readonly value: string
  /** Proposed name of its variable. */
  readonly name: string
  readonly confidence: Confidence
  readonly reason: DynamicReason
  /** Name of the rule of the project that found it. */
  readonly rule?: string
  /** In the order of the exchanges. */
  readonly sources: readonly ValueSource[]
  readonly uses: readonly ValueUse[]
}
