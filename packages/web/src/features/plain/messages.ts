/** Texts of the plain public pages, zh and en. */
export const plainMessages = {
  'notFound.title': { zh: '页面不存在', en: 'Page not found' },
  'notFound.text': {
    zh: '地址可能写错了，或页面已被移走。',
    en: 'The address may be wrong, or the page has been moved.',
  },
} as const
