/** Once: runs its steps only in the user's first iteration. */
import { defineStep } from '../definition.ts'

export const onceStep = defineStep({
  kind: 'once',
  variants: [{}],
  variantBy: null,
  holdsSteps: true,
  group: 'choice',
  icon: 'bolt',
  tone: 'orange',
  title: { zh: '仅一次', en: 'Once only' },
  help: { zh: '每个用户只在首次迭代执行', en: 'Runs only in the first iteration of each user' },
  defaults: {},
  form: [
    {
      item: 'note',
      text: {
        zh: '下面的步骤只在每个用户的首次迭代执行，例如登录。关闭“线程复用”时每次迭代都是新用户，因此每次都执行。',
        en: 'The steps below run only in the first iteration of each user, for example a sign-in. If “Reuse threads” is off, each iteration is a new user, so the steps run every time.',
      },
    },
  ],
  problems: {},
  summary: () => ({ zh: '仅首次迭代', en: 'first iteration only' }),
  short: { head: 'name', builder: 'once' },
})
