/** Declares imports of style sheets; the build joins them into one file. */
declare module "*.css";
