import { expect, test } from 'vitest';
import { accountRefusals } from './account/refusals.ts';
import { alertRefusals } from './alert/refusals.ts';
import { apikeyRefusals } from './apikeys/refusals.ts';
import { binaryRefusals } from './binary/refusals.ts';
import { cashierRefusals } from './cashier/refusals.ts';
import { contactRefusals } from './contact/refusals.ts';
import { contentRefusals } from './content/refusals.ts';
import { controlRefusals } from './control/refusals.ts';
import { copytradeRefusals } from './copytrade/refusals.ts';
import { economicRefusals } from './economic/refusals.ts';
import { fairnessRefusals } from './fairness/refusals.ts';
import { fileRefusals } from './file/refusals.ts';
import { futuresRefusals } from './futures/refusals.ts';
import { identityRefusals } from './identity/refusals.ts';
import { limitRefusals } from './limits/refusals.ts';
import { memberRefusals } from './members/refusals.ts';
import { messageRefusals } from './message/refusals.ts';
import { notificationRefusals } from './notification/refusals.ts';
import { orderRefusals } from './order-refusals.ts';
import { overseaRefusals } from './oversea/refusals.ts';
import { partnerRefusals } from './partner/refusals.ts';
import { quizRefusals } from './quiz/refusals.ts';
import { rateRefusals } from './rates/refusals.ts';
import { refusals } from './refusals.ts';
import { riskRefusals } from './risk/refusals.ts';
import { securityRefusals } from './security/refusals.ts';
import { siteRefusals } from './site/refusals.ts';
import { staffRefusals } from './staff/refusals.ts';
import { transportRefusals } from './transport-refusals.ts';
import { trialRefusals } from './trial/refusals.ts';

test('no code is in two of the tables, where one text would hide the other', () => {
  const codes = [
    transportRefusals,
    accountRefusals,
    alertRefusals,
    apikeyRefusals,
    orderRefusals,
    binaryRefusals,
    cashierRefusals,
    contactRefusals,
    contentRefusals,
    copytradeRefusals,
    economicRefusals,
    fileRefusals,
    identityRefusals,
    futuresRefusals,
    overseaRefusals,
    partnerRefusals,
    limitRefusals,
    messageRefusals,
    quizRefusals,
    notificationRefusals,
    rateRefusals,
    trialRefusals,
    securityRefusals,
    riskRefusals,
    siteRefusals,
    staffRefusals,
    controlRefusals,
    fairnessRefusals,
    memberRefusals,
  ].flatMap(Object.keys);
  expect(codes.toSorted()).toEqual(Object.keys(refusals).toSorted());
});
