/**
 * Identity of the one engine that may write to a page. Everything in the state sits in pages; a write to a page with
 * another owner copies that page first. So a fork is a new owner for both sides and copies nothing (promise P5).
 */
export class Owner {}
