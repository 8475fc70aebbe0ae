/** Texts of the plain public pages, zh and en. */
export const plainMessages = {
  'notFound.title': { zh: '页面不存在', en: 'Page not found' },
  'notFound.text': {
    zh: '地址可能写错了，或页面已被移走。',
    en: 'The address may be wrong, or the page has been moved.',
  },
  'noFlame.title': { zh: '没有火焰图', en: 'No flame diagram' },
  'noFlame.text': {
    zh: '此链接的火焰图不存在：已删除，或属于其他项目。请登录并选择它所属的项目，再打开链接。',
    en: 'The flame diagram of this link does not exist: it was deleted, or it belongs to another project. Sign in, choose its project, and open the link again.',
  },
  'noFlame.list': { zh: '查看火焰图', en: 'See the flame diagrams' },
} as const
