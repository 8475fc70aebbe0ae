/** The form of a component's thread group: how many users it starts when it runs by itself, how fast, and how long. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { Form, FormField } from '@pone/schema/form.ts'
import type { ThreadGroup } from './component.ts'

const seconds = (
  name: Extract<keyof ThreadGroup, `${string}Seconds`>,
  label: Bilingual,
  hint: Bilingual,
): FormField => ({ name, label, hint, widget: 'number', unit: 's', digits: 1 })

export const threadGroupForm: Form = [
  {
    item: 'note',
    text: {
      zh: '用于三处：独立执行选择“按线程组”时、命令行 ./pone run 未给出负载时，以及场景的负载模型为“按组件线程组”时。场景选用其他负载模型时，由场景决定并发和时长，这里只有启动延迟和线程复用仍然有效。',
      en: 'Used in three places: a standalone execution “as the thread group says”, ./pone run without a load of its own, and scenarios whose load model is “as the components say”. With any other load model the scenario decides on users and duration; of these fields only the start delay and the reuse of threads still count.',
    },
  },
  {
    name: 'threads',
    label: { zh: '线程数', en: 'Threads' },
    hint: { zh: '同时运行的虚拟用户数。', en: 'Virtual users at the same time.' },
    widget: 'number',
  },
  seconds(
    'rampUpSeconds',
    { zh: '爬坡时间', en: 'Ramp-up' },
    {
      zh: '在这段时间内均匀启动所有线程，0 为同时启动。',
      en: 'All threads start evenly within this time; 0 starts them at once.',
    },
  ),
  {
    name: 'loops',
    label: { zh: '循环次数', en: 'Loops' },
    hint: { zh: '每个线程执行的迭代次数。', en: 'Iterations of each thread.' },
    widget: 'number',
    min: 1,
    unlimited: { value: 0, label: { zh: '永远', en: 'Forever' }, otherwise: 1 },
  },
  seconds(
    'durationSeconds',
    { zh: '调度时长', en: 'Duration' },
    {
      zh: '从启动延迟结束时起计，到时即结束，进行中的请求会完成；0 为不限。永远循环时必须填写。',
      en: 'Ends the group after this time, counted from the end of the start delay; requests under way are finished. 0 = no limit; needed where it loops forever.',
    },
  ),
  seconds(
    'startDelaySeconds',
    { zh: '启动延迟', en: 'Start delay' },
    { zh: '开始执行前等待的时间。', en: 'Waits this long before the first thread starts.' },
  ),
  {
    name: 'reuseThreads',
    label: { zh: '线程复用', en: 'Reuse threads' },
    hint: {
      zh: '打开：用户把 Cookie、缓存、连接和变量带入下一次迭代；关闭：每次迭代都是新用户，不带任何 Cookie、缓存、连接和变量。',
      en: 'On: the user keeps cookies, cache, connections and variables into its next iteration. Off: each iteration is a new user that has none of them.',
    },
    widget: 'boolean',
  },
]
