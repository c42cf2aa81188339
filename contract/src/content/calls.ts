// What staff publish (spec 8): lists by kind, one by its id, and static pages.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { commaList, id, listOf, pageOf, siteInfoId } from '../fields.ts';
import { category, contentItem, contentText } from './item.ts';

const listed = {
  knowsMember: true,
  cost: 2,
  query: z.object({
    siteInfoId,
    /** `FULL` also has the texts; anything else has none. */
    resultType: z.string().max(32).optional(),
    /** What is closed is shown to staff only, in the office: a list without 1 is empty. */
    isOpenStrs: commaList(2, /^[01]$/).optional(),
    /** A part of the title. */
    keyword: z
      .string()
      .trim()
      .max(50)
      .regex(/^\P{C}*$/u)
      .optional(),
    category: category.optional(),
    ...pageOf,
  }),
  reply: listOf(contentItem.extend({ content: z.string().optional() })),
} as const;

const single = {
  knowsMember: true,
  query: z.object({ contentId: id, siteInfoId }),
  reply: contentText,
} as const;

export const noticeList = defineCall('public', 'GET', '/api/content/notice/list', {
  summary: 'The published notices, pinned ones first, then the newest',
  ...listed,
});

export const faqList = defineCall('public', 'GET', '/api/content/faq/list', {
  summary: 'Questions that are asked often',
  ...listed,
});

export const strategyList = defineCall('public', 'GET', '/api/content/strategy/list', {
  summary: 'Investment info: how the products work and what they cost',
  ...listed,
});

export const promotionList = defineCall('public', 'GET', '/api/content/promotion/list', {
  summary: 'Current promotions',
  ...listed,
});

export const popupList = defineCall('public', 'GET', '/api/content/popup/list', {
  summary: 'What is shown once a day when the app is opened',
  ...listed,
});

export const faqById = defineCall('public', 'GET', '/api/content/faq', {
  summary: 'One question with its answer',
  ...single,
});

export const strategyById = defineCall('public', 'GET', '/api/content/strategy', {
  summary: 'One text of the investment info',
  ...single,
});

export const promotionById = defineCall('public', 'GET', '/api/content/promotion', {
  summary: 'One promotion',
  ...single,
});

export const popupById = defineCall('public', 'GET', '/api/content/popup', {
  summary: 'One popup',
  ...single,
});

export const noticeCategories = defineCall('public', 'GET', '/api/content/notice/categories', {
  summary: 'The categories that have a published notice, and how many',
  query: z.object({ siteInfoId }),
  reply: z.array(z.object({ code: category, name: z.string(), count: z.int() })),
});

export const contentPicture = defineCall('public', 'GET', '/api/content/picture/{id}', {
  summary: 'A picture of a text that is shown now',
  answersFile: true,
  cost: 3,
  // Anything that is no name of a file is not found, like a name that nobody has.
  query: z.object({ id: z.string().max(64), siteInfoId }),
  reply: z.string(),
});

/** A page's own name, or its number. */
export const pageName = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/);

export const staticPage = defineCall('public', 'GET', '/api/content/static', {
  summary: 'A page of the site by its name or its id',
  query: z.object({ contentId: z.union([id, pageName]), siteInfoId }),
  reply: contentText,
});
