/** Why machines cannot run JMeter, as far as they have reported their software. */

import type { LoadMachine } from '@pone/contract/entities/cluster.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'

export type JmeterMachine = Pick<LoadMachine, 'name' | 'jmeter'>

/** A sentence for each reason, with all machines that it applies to; `version` as in a scenario's settings. */
export function machineReasons(machines: readonly JmeterMachine[], version: string): Bilingual[] {
  const reported = machines.flatMap(({ name, jmeter }) => (jmeter === undefined ? [] : [{ name, ...jmeter }]))
  const namesOf = (fits: (machine: (typeof reported)[number]) => boolean) =>
    reported.filter(fits).map(({ name }) => name)
  const bare = namesOf(({ versions }) => versions.length === 0)
  const other = namesOf(
    ({ versions }) => version !== '' && versions.length > 0 && !versions.includes(version),
  )
  const withoutJava = namesOf(({ hasJava }) => !hasJava)
  return [
    ...reasonFor(bare, {
      zh: '没有安装 JMeter，请从下载中心安装，或在该机器上执行 ./pone install jmeter',
      en: 'no JMeter: install one from the download centre, or by ./pone install jmeter',
    }),
    ...reasonFor(other, { zh: `没有安装 JMeter ${version}`, en: `no JMeter ${version}` }),
    ...reasonFor(withoutJava, { zh: '没有 Java，JMeter 需要它', en: 'no Java, which JMeter needs' }),
  ]
}

const reasonFor = (names: readonly string[], { zh, en }: Bilingual): Bilingual[] =>
  names.length === 0
    ? []
    : [{ zh: `压力机 ${names.join('、')} ${zh}`, en: `the load machines ${names.join(', ')} have ${en}` }]
