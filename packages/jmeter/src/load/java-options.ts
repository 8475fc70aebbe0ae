/** Java options that are not allowed in a run of JMeter, with the reason. */
import type { Bilingual } from '@pone/schema/bilingual.ts'

/** The first match applies. */
const refused: readonly (readonly [pattern: RegExp, reason: Bilingual])[] = [
  [
    /^-XX:On(?:Error|OutOfMemoryError)=/,
    {
      zh: '会在压力机上执行命令，不允许使用',
      en: 'runs a command on the load machine, which is not allowed',
    },
  ],
  [
    /^-(?:version|fullversion|showversion|help|[h?X]|XshowSettings.*|-(?:version|show-version|help|help-extra|list-modules|dry-run|describe-module.*|validate-modules))$/,
    {
      zh: '只输出信息而不运行 JMeter',
      en: 'prints something instead of running JMeter',
    },
  ],
  [
    /^-(?:jar|cp|classpath|m|p|d|-class-path|-module|-module-path|-source)(?:=.*)?$/,
    {
      zh: '会让 Java 运行别的程序，插件 jar 请上传到组件',
      en: 'has Java run something else; upload plugin jars to the component',
    },
  ],
]

/** A sentence for each option that is refused. */
export const optionReasons = (options: readonly string[]): Bilingual[] =>
  options.flatMap(option => {
    const reason = refused.find(([pattern]) => pattern.test(option))?.[1]
    return reason === undefined
      ? []
      : [
          {
            zh: `Java 虚拟机选项 ${option} ${reason.zh}`,
            en: `the Java option ${option} ${reason.en}`,
          },
        ]
  })
