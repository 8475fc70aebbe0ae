/** Words of the notes on the monitoring of a run. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const noteTexts = {
  started: { zh: '随执行启动', en: 'started with the run' },
  joined: {
    zh: '执行开始前已在运行，执行结束时没有停止',
    en: 'ran before the run and was not stopped with it',
  },
  stoppedAt: { zh: '在 {at} 停止，此后没有数据', en: 'stopped at {at}; no data after that' },
  startedAt: { zh: '从 {at} 起有数据', en: 'data from {at} on' },
  deleted: {
    zh: '监控“{name}”已被删除，没有保留它的数据',
    en: 'Monitor “{name}” was deleted; its data was not kept',
  },
  deletedLater: {
    zh: '监控“{name}”已被删除，图中是执行结束时保留的数据',
    en: 'Monitor “{name}” was deleted; the charts show what was kept at the end of the run',
  },
  noData: { zh: '监控“{name}”在执行期间没有数据', en: 'Monitor “{name}” has no data of this run' },
  clock: {
    zh: '采集机 {machine} 的时钟与服务器相差 {offset} ms，时间轴已按服务器时钟校正',
    en: 'The clock of {machine} differs from the server’s by {offset} ms; times are by the server’s clock',
  },
  gap: { zh: '{from} – {to} 没有数据：{cause}', en: 'No data {from} – {to}: {cause}' },
  omitted: {
    zh: '另有 {count} 条曲线没有保留',
    en: '{count} more series were not kept',
  },
} as const satisfies Catalogue
